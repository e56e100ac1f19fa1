import { beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../../../test/support/use-app.ts';
import type { ResultRow } from '../contract/scan.ts';
import { MOST_LISTS } from '../contract/video-list.ts';

const app = useApp();
const PACKAGE = 'own.example';
const LISTS = '/api/yt_relevancy/lists';
let owner = '';
let stranger = '';
let publisher = '';

const video = (n: number, more: object = {}) => ({
  video_url: `https://videos.example/${n}`,
  title: `Video ${n}`,
  channel_id: `channel-${n % 2}`,
  owner_channel_name: `Channel ${n % 2}`,
  ...more,
});
const make = (list: object, token = owner) =>
  app.call('POST', LISTS, {
    token,
    body: { package_name: PACKAGE, kind: 'exclusion', holds: 'videos', entries: [video(1)], ...list },
  });
const made = async (list: object) => (await make(list)).body.data.list;
const entriesOf = async (id: number, query = '', token = owner) =>
  (await app.call('GET', `${LISTS}/${id}/entries${query}`, { token })).body;
const listsOf = async (token = owner) =>
  (await app.call('GET', `${LISTS}?package_name=${PACKAGE}&limit=100`, { token })).body;
const trail = async (): Promise<string[]> =>
  (
    await app.context.database.pool.query<{ line: string }>(
      "SELECT action AS line FROM audit_entry WHERE action LIKE 'video_list.%' ORDER BY id",
    )
  ).rows.map(({ line }) => line);

beforeAll(async () => {
  await app.package({ name: PACKAGE });
  await app.package({ name: 'other.example' });
  owner = await app.signIn({ email: 'owner@own.example', role: 'customer', packages: [PACKAGE] });
  stranger = await app.signIn({ email: 'stranger@other.example', role: 'customer', packages: ['other.example'] });
  publisher = await app.signIn({ email: 'pub@own.example', role: 'publisher', packages: [PACKAGE], publishers: ['P'] });
});

describe('a saved list', () => {
  it('keeps what was chosen with who and when, knows a video by its id however its address is written, and adds nothing twice', async () => {
    const { id, created_by } = await made({
      name: 'Never',
      entries: [
        video(1),
        video(1),
        video(2, { video_url: 'https://www.youtube.com/watch?v=abcdefghijk' }),
        video(3, { video_url: 'https://www.youtube.com/watch?v=abcdefghij' }),
      ],
    });
    const again = await app.call('POST', `${LISTS}/${id}/entries`, {
      token: owner,
      body: { entries: [video(1), video(2, { video_url: 'https://youtu.be/abcdefghijk?t=3' }), video(4)] },
    });
    expect([again.body.data.added, again.body.data.known, again.body.data.list.entries]).toEqual([1, 2, 4]);
    const { data } = await entriesOf(id);
    expect(data.map(({ title }: { title: string }) => title)).toEqual(['Video 4', 'Video 3', 'Video 2', 'Video 1']);
    expect(
      data.every((entry: { added_by: string; added_at: string }) => entry.added_by === created_by && entry.added_at),
    ).toBe(true);
    expect((await entriesOf(id, '?search=Video%204')).data.length).toBe(1);
    expect((await entriesOf(id, '?search=%25')).data).toEqual([]);
    const script = video(9, { video_url: 'javascript:alert(1)' });
    const refused = await app.call('POST', `${LISTS}/${id}/entries`, { token: owner, body: { entries: [script] } });
    expect(refused.status).toBe(422);
  });

  it('says beside the others how many entries each has', async () => {
    await made({ name: 'Two of them', entries: [video(1), video(2)] });
    await made({ name: 'Three of them', entries: [video(1), video(2), video(3)] });
    const { data } = (await app.get(`${LISTS}?package_name=${PACKAGE}&search=of%20them`, owner)).body;
    expect(data.map(({ name, entries }: { name: string; entries: number }) => [name, entries]).sort()).toEqual([
      ['Three of them', 3],
      ['Two of them', 2],
    ]);
  });

  it('of channels has each once, by its id or else its name, and refuses a video of nobody', async () => {
    const { id } = await made({
      name: 'Channels',
      holds: 'channels',
      entries: [
        video(1),
        video(3),
        video(5, { channel_id: '' }),
        video(7, { channel_id: '', owner_channel_name: 'CHANNEL 1' }),
      ],
    });
    const { data } = await entriesOf(id);
    expect(
      data.map(({ channel_id, video_url, title }: Record<string, string>) => [channel_id, video_url, title]),
    ).toEqual([
      ['', '', ''],
      ['channel-1', '', ''],
    ]);
    const nobody = video(9, { channel_id: ' ', owner_channel_name: '' });
    const refused = await make({ name: 'Nobody', holds: 'channels', entries: [nobody] });
    expect([refused.status, refused.body.told.code]).toEqual([422, 'list_unknown']);
    expect((await make({ name: 'Nowhere', entries: [video(1, { video_url: ' ' })] })).body.told.code).toBe(
      'list_unknown',
    );
  });

  it('is downloaded as the file a scan saves, and formulas in it are none', async () => {
    const { id } = await made({ name: 'As a file', entries: [video(1), video(2, { channel_id: '=1+1' })] });
    const file = await app.call('GET', `${LISTS}/${id}/file`, { token: owner });
    expect(file.text.replace('\u{FEFF}', '').split('\r\n')).toEqual([
      'video_url,channel_id',
      'https://videos.example/1,channel-1',
      "https://videos.example/2,'=1+1",
      '',
    ]);
    expect(String(file.headers['content-disposition'])).toContain('As a file_exclusion.csv');
    const { id: channels } = await made({
      name: 'Channels as a file',
      holds: 'channels',
      entries: [video(1), video(2)],
    });
    const second = await app.call('GET', `${LISTS}/${channels}/file`, { token: owner });
    expect(second.text.replace('\u{FEFF}', '').split('\r\n').slice(0, 3)).toEqual([
      'channel_id,channel_name',
      'channel-1,Channel 1',
      'channel-0,Channel 0',
    ]);
  });

  it('is renamed to a free name only, deleted and put back with all that was on it, and each step is in the log', async () => {
    const before = (await trail()).length;
    const { id } = await made({ name: 'First' });
    await made({ name: 'Second' });
    const rename = (name: string) => app.call('PUT', `${LISTS}/${id}`, { token: owner, body: { name } });
    expect((await rename('sEcOnd')).body.told.code).toBe('list_name_taken');
    expect((await rename('Third')).body.data.name).toBe('Third');
    const entry = (await entriesOf(id)).data[0].id;
    expect((await app.call('DELETE', `${LISTS}/${id}/entries/${entry}`, { token: owner })).body.data.title).toBe(
      'Video 1',
    );
    expect((await app.call('DELETE', `${LISTS}/${id}/entries/${entry}`, { token: owner })).status).toBe(404);
    await app.call('POST', `${LISTS}/${id}/entries`, { token: owner, body: { entries: [video(1)] } });
    const act = (method: 'DELETE' | 'POST', path = '') => app.call(method, `${LISTS}/${id}${path}`, { token: owner });
    expect([(await act('DELETE')).status, (await act('DELETE')).status]).toEqual([200, 200]);
    expect((await entriesOf(id)).code).toBe('not_found');
    expect((await listsOf()).data.some((list: { id: number }) => list.id === id)).toBe(false);
    expect((await made({ name: 'Third' })).name).toBe('Third');
    expect((await act('POST', '/restore')).body.told.code).toBe('list_name_taken');
    const [other] = (await listsOf()).data;
    await app.call('DELETE', `${LISTS}/${other.id}`, { token: owner });
    expect((await act('POST', '/restore')).body.data.entries).toBe(1);
    const steps = ['make', 'make', 'rename', 'drop', 'add', 'remove', 'make', 'remove', 'restore'];
    expect((await trail()).slice(before)).toEqual(steps.map((step) => `video_list.${step}`));
  });

  it('is of its package alone: unknown to others, closed to publishers', async () => {
    const { id } = await made({ name: 'Ours' });
    for (const [method, path, body] of [
      ['GET', `/${id}/entries`, undefined],
      ['GET', `/${id}/file`, undefined],
      ['PUT', `/${id}`, { name: 'Theirs' }],
      ['DELETE', `/${id}`, undefined],
      ['POST', `/${id}/restore`, undefined],
      ['POST', `/${id}/entries`, { entries: [video(9)] }],
      ['DELETE', `/${id}/entries/1`, undefined],
    ] as const) {
      const asked = body ? { body } : {};
      expect([method, path, (await app.call(method, `${LISTS}${path}`, { token: stranger, ...asked })).status]).toEqual(
        [method, path, 404],
      );
      expect((await app.call(method, `${LISTS}${path}`, { token: publisher, ...asked })).status).toBe(403);
    }
    expect((await listsOf(stranger)).code).toBe('foreign_package');
    expect((await make({ name: 'Theirs' }, stranger)).body.code).toBe('foreign_package');
    expect((await entriesOf(id)).data.length).toBe(1);
  });

  it('is one of two hundred at most, and two who save under one name at once are told', async () => {
    const both = await Promise.all([make({ name: 'At once' }), make({ name: 'at once' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    await app.context.database.pool.query(
      `INSERT INTO video_list (package_name, name, kind, holds, created_by, created_at, changed_at)
       SELECT $1, 'Filler ' || n, 'exclusion', 'videos', 'x', now(), now() FROM generate_series(1, $2::int) AS n`,
      [PACKAGE, MOST_LISTS],
    );
    expect((await make({ name: 'One more' })).body.told.code).toBe('list_limit');
    await app.context.database.pool.query("DELETE FROM video_list WHERE name LIKE 'Filler %'");
  });
});

describe('a scan of the package', () => {
  const scan = async (query: string, token: string) =>
    app.call('POST', `/api/yt_relevancy/scan${query}`, {
      token,
      body: [{ location_code: 'US', language_code: 'en', keywords: 'lighthouse', is_user_registered: 'True' }],
    });

  it('calls what is on a list included or excluded and says by which, an exclusion first; a deleted list is not looked at', async () => {
    const insert = (n: number, channel: string) =>
      app.context.database.pool.query(
        `INSERT INTO video (url, source, title, language, channel_id, channel_name)
         VALUES ($1, 'import', $2, 'en', $3, $3)`,
        [`https://seen.example/${n}`, `Lighthouse ${n}`, channel],
      );
    for (const [n, channel] of [
      [1, 'calm'],
      [2, 'calm'],
      [3, 'loud'],
      [4, 'other'],
    ] as const)
      await insert(n, channel);
    const of = (n: number, channel: string) => ({
      video_url: `https://seen.example/${n}`,
      title: '',
      channel_id: channel,
      owner_channel_name: channel,
    });
    await made({ name: 'Calm', kind: 'inclusion', holds: 'channels', entries: [of(1, 'calm')] });
    const never = await made({ name: 'Loud', entries: [of(2, 'calm'), of(3, 'loud')] });
    const statuses = async (query: string) =>
      Object.fromEntries(
        (await scan(query, owner)).body.map(({ title, status, reasons }: ResultRow) => [
          title,
          [status, ...reasons.flatMap(({ code, list }) => (list ? [`${code} ${list}`] : []))],
        ]),
      );
    const own = `?package_name=${PACKAGE}`;
    expect(await statuses(own)).toEqual({
      'Lighthouse 1': ['Included', 'on_inclusion Calm'],
      'Lighthouse 2': ['Excluded', 'on_inclusion Calm', 'on_exclusion Loud'],
      'Lighthouse 3': ['Excluded', 'on_exclusion Loud'],
      'Lighthouse 4': ['Relevant'],
    });
    expect((await statuses(''))['Lighthouse 3']).toEqual(['Relevant']);
    const [{ reasons }] = (await scan(own, owner)).body.filter(({ title }: ResultRow) => title === 'Lighthouse 3');
    expect(reasons[1]).toEqual({ code: 'without_relevant' });
    await app.call('DELETE', `${LISTS}/${never.id}`, { token: owner });
    expect((await statuses(own))['Lighthouse 3']).toEqual(['Relevant']);
  });

  it('is refused to who has no right to its lists, before anything is looked for', async () => {
    const own = `?package_name=${PACKAGE}`;
    expect([
      (await scan(own, '')).status,
      (await scan(own, publisher)).status,
      (await scan(own, stranger)).status,
    ]).toEqual([401, 403, 403]);
    expect((await scan('', publisher)).status).toBe(200);
  });
});
