import { beforeAll, describe, expect, it } from 'vitest';
import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import type { RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { rewriteJobs } from './replay/rewrite-jobs.ts';

const app = useApp();
const OWN = 'com.own';
const tokens: Record<string, string> = {};
const events = eventsWithFacts(1500, 21, defaultRuleSet()).map((event, index) => ({
  ...event,
  // Into the 30 days before the clock of the tests.
  ts: new Date(Date.parse(`${event.ts.replace(' ', 'T')}Z`) + 223 * 86_400_000)
    .toISOString()
    .replace('T', ' ')
    .slice(0, 23),
  install_type: index % 3 === 0 ? 'organic' : event.install_type,
  cost: (index % 5) / 4,
  currency: 'USD',
}));

beforeAll(async () => {
  await app.package({ name: OWN, platform: 'app', timeZone: 'UTC' });
  await app.package({ name: 'com.foreign', platform: 'app' });
  const sign = async (name: string, role: string, more = {}) => {
    tokens[name] = await app.signIn({ email: `${name}@own.example`, role, packages: [OWN], name, ...more });
  };
  await sign('customer', 'customer');
  await sign('colleague', 'customer');
  await sign('publisher', 'publisher', { publishers: ['p1'] });
  await sign('vendor', 'agency', { vendors: ['Acme'] });
  const { clickhouse, database, jobs } = app.context;
  await importEvents(clickhouse, database, OWN, events);
  await jobs.start(rewriteJobs({ clickhouse, database, now: () => app.clock.now() }));
}, 120_000);

const get = (path: string, who = 'customer') => app.get(`/api/traffic${path}`, tokens[who]);
const post = (path: string, body: unknown, who = 'customer', headers: Record<string, string> = {}) =>
  app.call('POST', `/api/traffic${path}`, { token: tokens[who] ?? '', body, headers });
const catalogue = async (who = 'customer') => {
  const answer = await get(`/rules?package_name=${OWN}`, who);
  expect([answer.status, answer.body.message]).toEqual([200, 'OK']);
  return answer.body.data;
};
const count = async (where: string): Promise<number> =>
  (
    await app.context.clickhouse.query<{ n: number }>(
      sql`SELECT count() AS n FROM traffic WHERE package = 'com.own' AND ts >= '2026-10-20' AND ts < '2026-11-19' AND ${trusted(where)}`,
    )
  )[0]?.n ?? 0;
const written = async (version: number): Promise<void> => {
  for (let tries = 0; tries < 1200; tries++) {
    const { data } = (await get(`/rules/versions?package_name=${OWN}`)).body;
    const row = data.find((one: { version: number }) => one.version === version);
    if (row?.rewrite?.state === 'done') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`version ${version} was not written in time`);
};

describe('the catalogue of rules', () => {
  it('says of every rule what it did in the newest 30 days, as a count over the events says', async () => {
    const { rules, events: total, range } = await catalogue();
    expect(range).toEqual({ from: '2026-10-20', to: '2026-11-18' });
    expect(total).toBe(await count('1'));
    const hitting: RuleView[] = rules.filter(({ measured }: RuleView) => measured.hits > 0);
    expect(hitting.length).toBeGreaterThan(8);
    const marks = rules.filter(({ setting }: RuleView) => setting.mode === 'mark').map(({ id }: RuleView) => `'${id}'`);
    const deciding = `arrayFilter(one -> one NOT IN (${[...marks, "''"].join(', ')}), hits)`;
    for (const { id, reason, kinds, measured, setting } of hitting) {
      const hit = `has(hits, '${id}')`;
      const kind = `kind IN (${kinds.map((name) => `'${name}'`).join(', ')})`;
      const clean = `(lower(install_type) = 'organic' OR lower(publisher) = 'organic' OR whitelist_id != 0)`;
      expect([id, measured.hits]).toEqual([id, await count(hit)]);
      expect([id, measured.events]).toEqual([id, await count(kind)]);
      expect([id, measured.decided]).toEqual([
        id,
        setting.mode === 'mark' ? 0 : await count(`${hit} AND reason = '${reason}' AND decision = 'none'`),
      ]);
      expect([id, measured.unique]).toEqual([
        id,
        await count(
          `has(${deciding}, '${id}') AND length(${deciding}) = 1 AND verdict != 'clean' AND decision = 'none'`,
        ),
      ]);
      expect([id, measured.trusted.hits]).toEqual([id, await count(`${hit} AND ${clean}`)]);
      expect([id, measured.trusted.events]).toEqual([id, await count(`${kind} AND ${clean}`)]);
      expect([id, measured.trusted.rate === null]).toEqual([id, measured.trusted.events < 30]);
    }
  });

  it('says day by day what it says in the sum, of rules that only mark too', async () => {
    const { rules } = await catalogue();
    const marking = rules.filter(({ setting, measured }: RuleView) => setting.mode === 'mark' && measured.hits > 0);
    expect(marking.length).toBeGreaterThan(0);
    for (const { id, measured } of [...marking, rules.find(({ id: one }: RuleView) => one === 'data_center')]) {
      const { days } = (await get(`/rules/hits?package_name=${OWN}&rule=${id}`)).body.data;
      const sum = (of: 'hits' | 'decided') =>
        days.reduce((total: number, day: Record<string, number>) => total + (day[of] ?? 0), 0);
      expect([id, sum('hits'), sum('decided')]).toEqual([id, measured.hits, measured.decided]);
    }
  });

  it('shows the hits of a rule by day and some of them, and values to pick from', async () => {
    const { days, samples } = (await get(`/rules/hits?package_name=${OWN}&rule=data_center`)).body.data;
    expect(days).toHaveLength(30);
    const sum = days.reduce((total: number, { hits }: { hits: number }) => total + hits, 0);
    expect(sum).toBe(await count(`has(hits, 'data_center')`));
    expect(samples.length).toBe(Math.min(10, sum));
    const values = (await get(`/rules/values?package_name=${OWN}&field=publisher`)).body.data;
    for (const { value, events: n } of values) expect(n).toBe(await count(`publisher = '${value}'`));
    expect(values.length).toBeGreaterThan(1);
    expect((await get(`/rules/values?package_name=${OWN}&field=device_id`)).body.data).toEqual([]);
    expect((await get(`/rules/values?package_name=${OWN}&field=publisher&search=P1`)).body.data).toHaveLength(1);
  });
});

describe('saving', () => {
  const changed = async (change: (draft: RuleSetDraft) => void) => {
    const { draft, version } = await catalogue();
    change(draft);
    return { package_name: OWN, base_version: version, ...draft };
  };

  it('makes a version with its reason, writes it into history, and undoes it', { timeout: 240_000 }, async () => {
    const before = await count(`verdict = 'fraud'`);
    const body = await changed(({ rules }) => {
      if (rules.data_center) rules.data_center.mode = 'off';
    });
    const { base_version: _, ...draft } = body;
    const promised = (await post('/rules/preview', { ...draft, from: '2026-10-20' })).body.data;
    expect(promised.changed).toBeGreaterThan(0);
    const saved = await post('/rules/versions', { ...body, reason: 'Our own servers', from: '2026-10-20' });
    expect(saved.body.data).toMatchObject({ version: 2, rewrite: { state: 'queued' } });
    await written(2);
    expect(await count(`verdict = 'fraud'`)).toBe(promised.after.fraud);
    const [newest] = (await get(`/rules/versions?package_name=${OWN}`)).body.data;
    expect(newest).toMatchObject({ version: 2, author: 'customer', reason: 'Our own servers', from_history: true });
    expect(newest.effect.events).toBe(promised.changed);
    const [difference, ...more] = (await get(`/rules/compare?package_name=${OWN}&before=1&after=2`)).body.data;
    expect(more).toEqual([]);
    expect(difference).toMatchObject({ rule: 'data_center', change: 'changed', mode: { before: 'on', after: 'off' } });
    expect((await get(`/marks?package_name=${OWN}&fromDate=2026-10-20&toDate=2026-11-20`)).body.data).toEqual([
      { day: '2026-10-20', kind: 'rules', label: 'Our own servers', version: 2 },
    ]);
    expect((await post('/rules/undo', { package_name: OWN, version: 2, reason: 'They are not' })).status).toBe(200);
    await written(3);
    expect(await count(`verdict = 'fraud'`)).toBe(before);
    expect((await get(`/rules/compare?package_name=${OWN}&before=1&after=3`)).body.data).toEqual([]);
  });

  it('answers 409 when somebody else saved in the meantime, and the same for the same key', {
    timeout: 60_000,
  }, async () => {
    const mine = await changed(({ rules }) => {
      if (rules.emulator) rules.emulator.mode = 'mark';
    });
    const theirs = await changed(({ rules }) => {
      if (rules.fast_click) rules.fast_click.mode = 'suspect';
    });
    const headers = { 'idempotency-key': 'save-of-the-colleague' };
    const first = await post('/rules/versions', { ...theirs, reason: 'first' }, 'colleague', headers);
    expect(first.status).toBe(200);
    const again = await post('/rules/versions', { ...theirs, reason: 'first' }, 'colleague', headers);
    expect(again.body).toEqual(first.body);
    await written(first.body.data.version);
    const late = await post('/rules/versions', { ...mine, reason: 'second' });
    expect(late.status).toBe(409);
    expect(late.body.message).toMatch(/^colleague has saved version \d+ in the meantime/);
  });

  it('counts rules it does not name as new, but for kinds the package cannot have', { timeout: 60_000 }, async () => {
    const news = async (of: string) => (await get(`/rules/new${of}`)).body.data;
    expect(await news('')).toEqual([]);
    const older = await changed(({ rules }) => {
      for (const id of ['data_center', 'few_addresses', 'even_paging']) delete rules[id];
    });
    const { version } = (await post('/rules/versions', { ...older, reason: 'Before an update' })).body.data;
    await written(version);
    const [told] = await news('');
    expect(told).toMatchObject({ package_name: OWN, version, rules: 2 });
    expect(await news(`?package_name=${OWN}`)).toEqual([told]);
    const fresh: RuleView[] = (await catalogue()).rules.filter(({ is_new }: RuleView) => is_new);
    expect(fresh.map((rule) => [rule.setting.mode, rule.starts_as].join()).sort()).toEqual([
      'off,mark',
      'off,on',
      'off,on',
    ]);
    await written((await post('/rules/undo', { package_name: OWN, version, reason: 'Taken' })).body.data.version);
    expect(await news('')).toEqual([]);
  });

  it('answers 404 to the undo of a version that never was', async () => {
    expect((await post('/rules/undo', { package_name: OWN, version: 9_999, reason: 'Never made' })).status).toBe(404);
  });

  const bad: [string, (draft: RuleSetDraft) => void, RegExp][] = [
    ['a limit out of bounds', ({ rules }) => limit(rules, { fraudSeconds: 0, suspectSeconds: 5 }), /between 1 and/],
    [
      'limits that contradict each other',
      ({ rules }) => limit(rules, { fraudSeconds: 30, suspectSeconds: 5 }),
      /must not be under/,
    ],
    ['a limit that is none', ({ rules }) => limit(rules, { other: 3 }), /no limit other/],
    [
      'an unknown rule',
      ({ rules }) => Object.assign(rules, { no_such: { mode: 'on', limits: {} } }),
      /no rule no_such/,
    ],
    ['an unknown fact', ({ custom }) => void custom.push(own({ field: 'nonsense', op: 'known' })), /no field nonsense/],
    [
      'an expression that could blow up',
      ({ custom }) => void custom.push(own({ field: 'url', op: 'matches', value: '(a+)\\1' })),
      /./,
    ],
    ['a condition nested too deep', ({ custom }) => void custom.push(own(nested(9))), /levels/],
    ['a condition that names nothing', ({ custom }) => void custom.push(own({ all: [] })), /names nothing/],
    ['nothing at all', () => {}, /Nothing has changed/],
  ];
  it.each(bad)('refuses %s with the reason', async (_name, change, reason) => {
    const answer = await post('/rules/versions', { ...(await changed(change)), reason: 'because' });
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringMatching(reason)]);
  });

  it('is closed to publishers, to other packages, and to who sees only some vendors', async () => {
    const { base_version, ...body } = await changed(({ rules }) => {
      if (rules.data_center) rules.data_center.mode = 'off';
    });
    const reads = ['', '/hits', '/values', '/versions', '/versions/1', '/compare', '/new'].map((of) => `/rules${of}`);
    for (const path of [...reads, '/marks'])
      expect([path, (await get(`${path}?package_name=${OWN}`, 'publisher')).status]).toEqual([path, 403]);
    for (const path of ['/rules/preview', '/rules/versions', '/rules/undo'])
      expect([path, (await post(path, body, 'publisher')).status]).toEqual([path, 403]);
    expect((await get('/rules?package_name=com.foreign')).status).toBe(403);
    for (const path of ['/rules/preview', '/rules/versions']) {
      const sent = path === '/rules/preview' ? body : { ...body, base_version, reason: 'because' };
      expect((await post(path, { ...sent, package_name: 'com.foreign' })).status).toBe(403);
      const answer = await post(path, sent, 'vendor');
      expect([answer.status, answer.body.message]).toEqual([403, expect.stringMatching(/whole package/)]);
    }
    const seen = await catalogue('vendor');
    expect(seen.events).toBe(await count(`vendor = 'Acme'`));
  });
});

describe('previews', () => {
  it('of one person are one at a time: the newest is answered, those before it say why they are not', async () => {
    const { draft } = await catalogue();
    const asked = Array.from({ length: 6 }, () => post('/rules/preview', { package_name: OWN, ...draft }));
    const [other, ...all] = await Promise.all([
      post('/rules/preview', { package_name: OWN, ...draft }, 'colleague'),
      ...asked,
    ]);
    expect(other?.status).toBe(200);
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(all.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'conflict',
      told: { code: 'preview_replaced' },
    });
  });
});

describe('blindness', () => {
  it('names the facts a rule is blind without', async () => {
    const { rules } = await catalogue();
    const blind: string[] = rules.find(({ id }: RuleView) => id === 'deprecated_browser').measured.blind;
    expect(blind).not.toContain('browser_age_months');
    await app.context.clickhouse.command(sql`UPDATE traffic SET browser_age_months = NULL WHERE 1`);
    const without = (await catalogue()).rules.find(({ id }: RuleView) => id === 'deprecated_browser').measured.blind;
    expect(without).toEqual(['browser_age_months']);
  });
});

function limit(rules: RuleSetDraft['rules'], limits: Record<string, number>): void {
  if (rules.short_install_time) rules.short_install_time.limits = limits;
}
const own = (when: RuleSetDraft['custom'][number]['when']): RuleSetDraft['custom'][number] => ({
  id: 'custom.test0001',
  title: 'Mine',
  reason: 'clk.flooding',
  kinds: ['install'],
  when,
  mode: 'suspect',
});
const nested = (depth: number): RuleSetDraft['custom'][number]['when'] =>
  depth === 0 ? { field: 'publisher', op: 'known' } : { not: nested(depth - 1) };
