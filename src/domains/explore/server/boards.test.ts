import { beforeAll, describe, expect, it } from 'vitest';
import { type BoardCard, MOST_BOARDS, MOST_CARDS } from '#domains/explore/contract/board-endpoints.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { personalBoards } from './personal-data.ts';

const app = useApp();
const PACKAGE = 'own.example';
const people = { ann: '', ben: '', pia: '', paul: '', eve: '', narrow: '', admin: '' };

beforeAll(async () => {
  await app.package({ name: PACKAGE });
  await app.package({ name: 'foreign.example' });
  const person = (name: string, role: string, more: object = {}) =>
    app.signIn({ email: `${name}@own.example`, name, role, packages: [PACKAGE], ...more });
  people.ann = await person('ann', 'customer');
  people.ben = await person('ben', 'customer');
  people.pia = await person('pia', 'publisher', { publishers: ['p1'] });
  people.paul = await person('paul', 'publisher', { publishers: ['p1', 'p2'] });
  people.eve = await person('eve', 'customer', { packages: ['foreign.example'] });
  people.admin = await person('admin', 'admin');
  people.narrow = await person('narrow', 'customer');
  const { pool } = app.context.database;
  await pool.query(
    `UPDATE user_package SET menu = '{events}' WHERE user_id = (SELECT id FROM app_user WHERE name = 'narrow')`,
  );
});

type Who = keyof typeof people;
const card = (title: string, asked: Record<string, string> = { by: 'publisher', measures: 'total' }): BoardCard => ({
  title,
  view: 'table',
  asked: Object.entries(asked).map(([name, value]) => ({ name, value })),
});
const CARDS = [card('Publishers'), card('Hours', { by: 'hour', measures: 'fraud', kind: 'install' })];
const url = (id: number, more = '') => `/api/explore/boards/${id}${more}`;
const make = (name: string, who: Who = 'ann', more: object = {}) =>
  app.call('POST', '/api/explore/boards', {
    token: people[who],
    body: { package_name: PACKAGE, name, cards: CARDS, ...more },
  });
const made = async (name: string, who: Who = 'ann', more: object = {}) => {
  const answer = await make(name, who, more);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as { id: number; version: number };
};
const change = (id: number, body: object, who: Who = 'ann') =>
  app.call('PUT', url(id), { token: people[who], body: { version: 1, ...body } });
const read = (id: number, who: Who = 'ann') => app.get(url(id), people[who]);
const remove = (id: number, who: Who = 'ann') => app.call('DELETE', url(id), { token: people[who] });
const restore = (id: number, who: Who = 'ann') => app.call('POST', url(id, '/restore'), { token: people[who] });
const handOver = (id: number, to: string, who: Who = 'ann') =>
  app.call('POST', url(id, '/hand_over'), { token: people[who], body: { email: to } });
const names = async (who: Who = 'ann'): Promise<string[]> =>
  (await app.get(`/api/explore/boards?package_name=${PACKAGE}`, people[who])).body.data.map(
    ({ name }: { name: string }) => name,
  );
const codeOf = ({ status, body }: { status: number; body: { told?: { code: string } } }) => [status, body.told?.code];

describe('a board of one’s own', () => {
  it('keeps cards in their order under a name of its own, for its owner and administrators alone', async () => {
    const { id } = await made('Week');
    const { data } = (await read(id)).body;
    expect(data).toMatchObject({ name: 'Week', owner: 'ann', own: true, shared: false, version: 1, cards: CARDS });
    expect(codeOf(await make('wEEK'))).toEqual([422, 'board_name_taken']);
    expect((await make('wEEK', 'ben')).status).toBe(200);
    expect(await names('pia')).toEqual([]);
    for (const who of ['ben', 'pia', 'eve'] as const) {
      expect(codeOf(await read(id, who))).toEqual([404, 'board_gone']);
      expect(codeOf(await change(id, { shared: true }, who))).toEqual([404, 'board_gone']);
      expect(codeOf(await remove(id, who))).toEqual([404, 'board_gone']);
    }
    expect((await read(id, 'admin')).status).toBe(200);
    const turned = await change(id, { name: 'Weeks', cards: [...CARDS].reverse() });
    expect(turned.body.data).toMatchObject({ name: 'Weeks', version: 2, cards: [...CARDS].reverse() });
  });

  it('is of a package: of a foreign one it does not exist, and without the page it is not open', async () => {
    expect((await app.get(`/api/explore/boards?package_name=${PACKAGE}`, people.eve)).status).toBe(403);
    expect((await make('Elsewhere', 'eve')).status).toBe(403);
    expect((await make('Nowhere', 'admin', { package_name: 'nowhere.example' })).status).toBe(404);
    expect((await app.get('/api/explore/boards?package_name=nowhere.example', people.admin)).status).toBe(404);
    const { id } = await made('Of a package', 'ann');
    await change(id, { shared: true });
    expect((await read(id, 'ben')).status).toBe(200);
    expect((await read(id, 'eve')).status).toBe(404);
    expect((await handOver(id, 'ann@own.example', 'eve')).status).toBe(404);
    expect((await read(id, 'narrow')).status).toBe(403);
    expect((await make('Closed', 'narrow')).status).toBe(403);
  });

  it('tells the second of two who change it at once, and keeps what the first has stored', async () => {
    const { id } = await made('Two tabs');
    const [one, other] = await Promise.all([
      change(id, { cards: [card('First tab')] }),
      change(id, { cards: [card('Second tab')] }),
    ]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    const [won, lost] = one.status === 200 ? [one, other] : [other, one];
    expect(codeOf(lost)).toEqual([409, 'board_changed']);
    expect((await read(id)).body.data.cards).toEqual(won.body.data.cards);
    expect((await change(id, { version: 2, name: 'Three tabs' })).body.data).toMatchObject({
      name: 'Three tabs',
      cards: won.body.data.cards,
    });
  });

  it('is deleted and put back, unless its name was taken meanwhile', async () => {
    const { id } = await made('Undone');
    expect([(await remove(id)).status, (await remove(id)).status]).toEqual([200, 200]);
    expect(await names()).not.toContain('Undone');
    expect((await read(id)).status).toBe(404);
    expect((await change(id, { version: 2, name: 'Ghost' })).status).toBe(404);
    const second = await made('undone');
    expect(codeOf(await restore(id))).toEqual([422, 'board_name_taken']);
    await remove(second.id);
    expect((await restore(id)).status).toBe(200);
    expect((await read(id)).body.data.cards).toEqual(CARDS);
  });

  it('has so many cards, and a person so many boards, and says so', async () => {
    const cards = Array.from({ length: MOST_CARDS + 1 }, (_, at) => card(`Card ${at}`));
    expect(codeOf(await make('Too much', 'ann', { cards }))).toEqual([422, 'board_cards']);
    const { id } = await made('Full', 'ann', { cards: cards.slice(1) });
    expect(codeOf(await change(id, { cards }))).toEqual([422, 'board_cards']);
    for (let at = 0; at < MOST_BOARDS; at++) await made(`Board ${at}`, 'paul');
    expect(codeOf(await make('One more', 'paul'))).toEqual([422, 'board_limit']);
    expect(codeOf(await handOver(id, 'paul@own.example'))).toEqual([422, 'board_taker_full']);
  });
});

describe('a shared board', () => {
  it('is seen by everybody of the package and changed by its owner and administrators', async () => {
    const { id } = await made('Shared');
    await change(id, { shared: true });
    expect((await read(id, 'ben')).body.data).toMatchObject({ owner: 'ann', own: false, cards: CARDS });
    expect(await names('ben')).toContain('Shared');
    expect(codeOf(await change(id, { version: 2, name: 'Mine' }, 'ben'))).toEqual([403, 'board_not_own']);
    expect(codeOf(await remove(id, 'ben'))).toEqual([403, 'board_not_own']);
    expect(codeOf(await handOver(id, 'ben@own.example', 'ben'))).toEqual([403, 'board_not_own']);
    expect((await change(id, { version: 2, name: 'By the house' }, 'admin')).body.data.owner).toBe('ann');
    await change(id, { version: 3, shared: false });
    expect((await read(id, 'ben')).status).toBe(404);
  });

  it('that names another publisher is not told to one, whether by filter, exclusion or condition', async () => {
    const query = JSON.stringify({ any: [{ field: 'publisher', op: 'startsWith', value: 'p2' }] });
    const shared = async (name: string, asked: Record<string, string>) => {
      const { id } = await made(name, 'ann', { cards: [card('One', asked)] });
      await change(id, { shared: true });
      return id;
    };
    const own = await shared('Names p1', { publisher: 'p1' });
    const foreign = [
      await shared('Names p2', { publisher: 'p1,p2' }),
      await shared('Not p2', { not: 'publisher:p2' }),
      await shared('Like p2', { query }),
    ];
    const site = JSON.stringify({ field: 'sub_publisher', op: 'eq', value: 'site-of-p2' });
    for (const asked of [{ sub_publisher: 'site-of-p2' }, { not: 'sub_publisher:site-of-p2' }, { query: site }])
      expect((await read(await shared(`Site ${Object.keys(asked)}`, asked), 'pia')).status).toBe(404);
    expect((await read(own, 'pia')).status).toBe(200);
    expect(await names('pia')).toContain('Names p1');
    for (const id of foreign) {
      expect([(await read(id, 'pia')).status, (await read(id, 'paul')).status]).toEqual([404, 200]);
      expect(codeOf(await handOver(id, 'pia@own.example'))).toEqual([422, 'board_no_taker']);
    }
    for (const name of ['Names p2', 'Not p2', 'Like p2']) expect(await names('pia')).not.toContain(name);
  });
});

describe('a board that is handed over', () => {
  it('belongs to the new owner alone, who has to see the package, and both stand in the audit log', async () => {
    const { id } = await made('To be given');
    for (const nobody of ['eve@own.example', 'narrow@own.example', 'nobody@own.example'])
      expect(codeOf(await handOver(id, nobody))).toEqual([422, 'board_no_taker']);
    // Who may not ask a card is not given it.
    for (const asked of [
      { by: 'hour,ctit_seconds' },
      { by: 'hour', measures: 'median_clicks_1h' },
      { by: 'hour', clicks_1h: '5' },
    ]) {
      const facts = await made(`Facts ${Object.values(asked)}`, 'ann', { cards: [card('One', asked)] });
      expect(codeOf(await handOver(facts.id, 'paul@own.example'))).toEqual([422, 'board_no_taker']);
    }
    const answer = await handOver(id, 'BEN@own.example');
    expect(answer.body.data).toEqual({ owner: 'ben' });
    expect((await read(id)).status).toBe(404);
    expect((await read(id, 'ben')).body.data).toMatchObject({ own: true, cards: CARDS });
    const { rows } = await app.context.database.pool.query(
      `SELECT a.id AS ann, b.id AS ben FROM app_user a, app_user b WHERE a.name = 'ann' AND b.name = 'ben'`,
    );
    const { data } = (await app.get('/api/audit?action=own_board.hand_over', people.admin)).body;
    expect(data[0]).toMatchObject({ subject: 'To be given', package: PACKAGE });
    expect(data[0].details).toMatchObject({ id, from: rows[0].ann, to: rows[0].ben });
  });

  it('keeps its name, so the new owner must have none of it', async () => {
    await made('Twice', 'ben');
    const { id } = await made('twice');
    expect(codeOf(await handOver(id, 'ben@own.example'))).toEqual([422, 'board_taker_name']);
    expect((await handOver(id, 'ann@own.example')).status).toBe(200);
    expect((await read(id)).status).toBe(200);
    expect((await handOver(id, 'ben@own.example', 'admin')).status).toBe(422);
  });
});

describe('a board of hostile words', () => {
  it.each(['__proto__', '=cmd()|x', 'עברית', '🦊🦊🦊', 'constructor'])('keeps %s as what it is', async (word) => {
    const cards = [card(word, { publisher: word, by: word, __proto__: word })];
    const { id } = await made(word, 'ben', { cards });
    const { data } = (await read(id, 'ben')).body;
    expect([data.name, data.cards[0].title]).toEqual([word, word]);
    expect(data.cards[0].asked).toContainEqual({ name: 'publisher', value: word });
  });

  it('refuses markup, names that are too long, controls and parts that no address keeps', async () => {
    for (const name of ['<script>alert(1)</script>', 'x'.repeat(300), '', '   ', 'a\u202eb', 'a\u0000b'])
      expect([name, (await make(name)).status >= 400, (await make(name)).status < 500]).toEqual([name, true, true]);
    const asked = (name: string, value: string) => [{ title: 'One', view: 'table', asked: [{ name, value }] }];
    for (const cards of [
      asked('package', 'foreign.example'),
      asked('from', '2026-01-01'),
      asked('a b', '1'),
      asked('query', 'publisher is Somebody (('),
      asked('publisher', 'a\u0000b'),
      asked('publisher', 'x'.repeat(9000)),
      [{ ...CARDS[0], view: 'gone' }],
    ]) {
      const { status } = await make('Bad', 'ann', { cards });
      expect([cards, status >= 400 && status < 500]).toEqual([cards, true]);
    }
    // Markup in a value is a publisher of that name, and nothing else.
    expect((await make('Markup as value', 'ann', { cards: asked('publisher', '<script>') })).status).toBe(200);
  });
});

it('a board is found and erased with a person whom its cards or its name name', async () => {
  const { context } = app;
  const stores = { database: context.database, clickhouse: context.clickhouse, files: app.context.files };
  const person = { email: 'someone@shop.example', accounts: [], names: [] };
  const one = await made('Filter', 'ann', { cards: [card('One', { search: 'Someone@Shop.example' })] });
  const other = await made('Someone@shop.EXAMPLE', 'ben');
  const kept = await made('Kept', 'ann', { cards: [card('One', { search: 'someone@else.example' })] });
  expect(await personalBoards.count(stores, person)).toBe(2);
  await personalBoards.erase(stores, person, async () => {});
  expect([(await read(one.id)).status, (await read(other.id, 'ben')).status, (await read(kept.id)).status]).toEqual([
    404, 404, 200,
  ]);
});
