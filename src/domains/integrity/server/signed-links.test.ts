import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { APP, CHROME, useIntegrity } from '../testing/use-integrity.ts';
import { LinkGuard } from './link-guard.ts';
import { nonceTable } from './tables.ts';

const { app, get, send, ids, keys } = useIntegrity();

describe('signed links', () => {
  const make = async (mode: 'static' | 'per_click', kind = 'click') =>
    (
      await send('POST', `/api/integrity/${kind}/url`, {
        package_name: APP,
        campaign_id: ids.campaign,
        publisher_id: ids.publisher,
        mode,
        days: 30,
      })
    ).body.data;
  const guardOf = () =>
    new LinkGuard({
      database: app.context.database,
      linkMaster: Buffer.from(app.context.folder.secret('signed-links'), 'hex'),
      imports: app.context.imports,
    });
  const signatureOf = async (address: string, guard = guardOf(), at = app.clock.now()): Promise<string> => {
    const { pathname, searchParams } = new URL(address);
    const { steps } = await guard.check({
      kind: 'click',
      packageName: APP,
      campaignId: ids.campaign,
      at,
      ip: '192.0.2.1',
      userAgent: CHROME,
      deviceId: '',
      publisher: 'p1',
      subPublisher: '',
      referrer: '',
      path: pathname,
      params: [...searchParams],
    });
    return steps.find(({ step }) => step === 'signature')?.found ?? '';
  };

  it('hold for their days, whatever order their parameters have, and not with another value', async () => {
    const { url, secret, samples } = await make('static');
    expect([secret, samples]).toEqual([null, []]);
    expect(url).toContain(`/t/c/${keys.campaign}?p=${keys.publisher}`);
    expect(await signatureOf(url)).toBe('valid');
    const turned = new URL(url);
    turned.search = `?${turned.search.slice(1).split('&').reverse().join('&')}`;
    expect(await signatureOf(turned.href)).toBe('valid');
    expect(await signatureOf(url.replace(keys.publisher, 'somebody'))).toBe('invalid');
    expect(await signatureOf(`${url}&s=more`)).toBe('invalid');
    expect(
      await signatureOf(url.replace(/sig=(.)/, (_all: string, first: string) => `sig=${first === '_' ? '-' : '_'}`)),
    ).toBe('invalid');
    expect(await signatureOf(url.split('?')[0] ?? '')).toBe('missing');
    const month = new Date(app.clock.now().getTime() + 31 * 86_400_000);
    expect(await signatureOf(url, guardOf(), month)).toBe('expired');
    const tried = await send('POST', '/api/integrity/click/test', {
      package_name: APP,
      address: url.replace(keys.publisher, 'x'),
    });
    expect(tried.body.data).toMatchObject({ action: 'block', reason: 'signature_invalid' });
  });

  const RUN: Readonly<Record<string, { file: string; with: readonly string[] }>> = {
    'Node.js': { file: 'link.mjs', with: [process.execPath] },
    Python: { file: 'link.py', with: ['python3'] },
    PHP: { file: 'link.php', with: ['php'] },
    Java: { file: 'Link.java', with: ['java'] },
    Shell: { file: 'link.sh', with: ['sh'] },
  };

  it('are signed by the sample of each language that is on this machine, and hold once', async () => {
    const { samples } = await make('per_click');
    expect(samples.map(({ language }: { language: string }) => language)).toEqual(Object.keys(RUN));
    const folder = mkdtempSync(join(tmpdir(), 'sign-'));
    const ran: string[] = [];
    const now = new Date();
    for (const { language, code } of samples) {
      const {
        file,
        with: [program = '', ...more],
      } = RUN[language] ?? { file: '', with: [] };
      if (spawnSync(program, ['--version'], { stdio: 'ignore' }).error) continue;
      writeFileSync(join(folder, file), code);
      const link = execFileSync(program, [...more, join(folder, file)], { encoding: 'utf8' }).trim();
      const guard = guardOf();
      expect([language, await signatureOf(link, guard, now)]).toEqual([language, 'valid']);
      expect([language, await signatureOf(link, guard, now)]).toEqual([language, 'replayed']);
      ran.push(language);
    }
    expect(ran).toContain('Node.js');
    expect(await app.context.database.db.select().from(nonceTable)).toHaveLength(ran.length);
  });

  it('are recorded when they are followed, go on as their campaign says, and end here when they were changed', async () => {
    const { pathname, search } = new URL((await make('static')).url);
    const followed = await app.call('GET', `${pathname}${search}`, {});
    expect([followed.status, followed.headers['location']]).toEqual([302, 'https://shop.example/start']);
    const changed = await app.call('GET', `${pathname}${search}&s=stolen`, {});
    expect(changed.status).toBeGreaterThanOrEqual(400);
    const pixel = new URL((await make('static', 'impression')).url);
    expect((await app.call('GET', `${pixel.pathname}${pixel.search}`, {})).headers['content-type']).toBe('image/gif');
    const { rows } = await app.context.database.pool.query<{ kind: string; handling: string; handling_reason: string }>(
      'SELECT kind, handling, handling_reason FROM tracking_touch ORDER BY kind',
    );
    // A click that ended here has no touch anybody could be paid for.
    const passed = { handling: 'passed', handling_reason: '' };
    expect(rows).toEqual([
      { kind: 'click', ...passed },
      { kind: 'impression', ...passed },
    ]);
  });

  it('of the key before hold for a day and a half', async () => {
    const before = (await make('static', 'impression')).url;
    expect((await send('POST', '/api/integrity/keys', { package_name: APP }, 'stranger')).status).toBe(403);
    const { key_id } = (await send('POST', '/api/integrity/keys', { package_name: APP })).body.data;
    const after = (await make('static')).url;
    expect(after).toContain(`kid=${key_id}`);
    const { keys } = (await get(`/api/integrity/click/url?package_name=${APP}`)).body.data;
    expect(keys.map(({ ends_at }: { ends_at: string | null }) => ends_at === null)).toEqual([true, false]);
    expect(before).not.toContain(`kid=${key_id}`);
  });
});
