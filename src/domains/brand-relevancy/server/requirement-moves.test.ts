import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BY_QUERY, brief, HEAD, line, useBrand } from '../testing/use-brand.ts';

const { send, rows, made, upload } = useBrand();

describe('a requirement', () => {
  it('goes only where the table of moves leads, each with what is looked at for it', async () => {
    const { id } = await made('Moving', { keywords: [], target_count: 2 });
    const { package_name: _, ...settings } = brief('Moving', { target_count: 2 });
    const move = async (status: string, more: object = {}) => {
      const { status: answered, body } = await send('PUT', `config/update/${id}`, { ...settings, status, ...more });
      return answered === 200 ? 200 : `${answered} ${body.field} ${body.message}`;
    };
    expect(await move('closed')).toBe('422 status A requirement that is draft cannot become closed');
    expect(await move('submitted', { keywords: [] })).toBe(
      '422 keywords A requirement needs a keyword before it is submitted',
    );
    for (const status of ['submitted', 'draft', 'submitted', 'acknowledged', 'in_progress'])
      expect(await move(status)).toBe(200);
    expect(await move('draft')).toBe('422 status A requirement that is in_progress cannot become draft');
    const undelivered = '422 status Accepted are 1 of 2 videos and channels: it is not delivered yet';
    await upload(BY_QUERY, [HEAD, line(51), line(51, { day: '2026-11-11' })].join('\n'), { campaign_name: 'moving' });
    expect(await move('delivered')).toBe(undelivered);
    expect(await move('delivered', { target_count: 1 })).toBe(200);
    expect(await move('in_progress')).toBe('422 status A requirement that is delivered cannot become in_progress');
    expect(await move('closed')).toBe(200);
  });

  it('that is closed is read and not changed: its settings, its keywords and outputs for it answer 409 and say so', async () => {
    const { id, reference } = await made('Over', { status: 'submitted' });
    const { package_name: _, ...settings } = brief('Over');
    expect((await send('PUT', `config/update/${id}`, { ...settings, status: 'closed' })).status).toBe(200);
    const read = async () => [
      await rows('SELECT * FROM br_requirement WHERE id = $1', [id]),
      await rows('SELECT count(*) FROM br_upload'),
    ];
    const before = await read();
    const told = { code: 'conflict', message: 'This requirement is closed: it can be read and not changed' };
    for (const status of ['closed', 'delivered', 'draft'])
      expect((await send('PUT', `config/update/${id}`, { ...settings, brand: 'Other', status })).body).toMatchObject(
        told,
      );
    const words = await send('PUT', `config/update-keywords-internal/${id}`, { keywords: ['other'] });
    expect([words.status, words.body]).toMatchObject([409, told]);
    for (const fields of [{ requirement_id: String(id) }, { campaign_name: 'OVER' }]) {
      const { status, body } = await upload(BY_QUERY, [HEAD, line(61)].join('\n'), fields);
      expect([status, body]).toMatchObject([409, told]);
    }
    expect(await read()).toEqual(before);
    expect((await send('GET', `config/get/${reference}`)).body.data).toMatchObject({ id, status: 'closed' });
  });

  it('is one of a campaign however its blanks are written: another one is refused, and rows of an output find it', async () => {
    const { id } = await made('Blank\u00a0 winter', { keywords: ['deep\u200b  snow'], status: 'submitted' });
    expect(await rows('SELECT campaign_name, keywords FROM br_requirement WHERE id = $1', [id])).toEqual([
      { campaign_name: 'Blank winter', keywords: ['deep snow'] },
    ]);
    const other = await made('Blank summer');
    const { package_name: _, ...settings } = brief('blank\ufeff  WINTER');
    expect((await send('POST', 'config/insert', brief('Blank\u200b winter'))).status).toBe(409);
    expect((await send('PUT', `config/update/${other.id}`, settings)).status).toBe(409);
    const text = [`${HEAD},campaign_name`, `${line(81)},blank\u00a0 Winter\u200b`].join('\n');
    expect((await upload(BY_QUERY, text)).body.data).toMatchObject({ accepted: 1, campaigns: ['Blank winter'] });
  });

  it('that is closed says so in each row of an output whose column names it, beside those of no requirement', async () => {
    const { id } = await made('Shut', { status: 'submitted' });
    const { package_name: _, ...settings } = brief('Shut');
    expect((await send('PUT', `config/update/${id}`, { ...settings, status: 'closed' })).status).toBe(200);
    const text = [`${HEAD},campaign_name`, `${line(71)},SHUT`, `${line(72)},Nobody`].join('\n');
    expect((await upload(BY_QUERY, text)).body.data).toMatchObject({
      accepted: 0,
      errors: [
        { line: 2, reason: 'closed_requirement' },
        { line: 3, reason: 'no_requirement' },
      ],
    });
    expect(await rows('SELECT 1 FROM br_output WHERE requirement_id = $1', [id])).toEqual([]);
  });

  it('of a folder that has two for one campaign is kept, the later one with its number behind', async () => {
    await rows('DROP INDEX br_requirement_name');
    const one = await made('Twice');
    const { id } = await made('TWICE');
    await rows('CREATE UNIQUE INDEX br_requirement_name ON br_requirement (package_name, campaign_name)');
    const migration = readFileSync('db/postgres/0227_campaigns_by_any_letters.sql', 'utf8');
    for (const statement of migration.split(';').filter((text) => text.trim() !== '')) await rows(statement);
    expect(
      await rows('SELECT id, campaign_name FROM br_requirement WHERE id = ANY($1) ORDER BY id', [[one.id, id]]),
    ).toEqual([
      { id: one.id, campaign_name: 'Twice' },
      { id, campaign_name: `TWICE (${id})` },
    ]);
    expect((await send('POST', 'config/insert', brief('tWICE'))).status).toBe(409);
  });
});
