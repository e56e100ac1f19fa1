import { beforeAll, describe, expect, it } from 'vitest';
import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import type { Verdict } from '#traffic/event/contract/event.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { CTIT_EDGES, type PublisherProfile } from '#traffic/sources/contract/source-endpoints.ts';
import { useApp } from '../../../../../test/support/use-app.ts';

const app = useApp();
const OWN = 'com.own';
const RANGE = 'fromDate=2026-03-01&toDate=2026-04-20';
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await app.package({ name: OWN, platform: 'app', timeZone: 'Asia/Kolkata' });
  await app.package({ name: 'com.foreign', platform: 'app' });
  const sign = async (name: string, role: string, more = {}) => {
    tokens[name] = await app.signIn({ email: `${name}@own.example`, role, packages: [OWN], name, ...more });
  };
  await sign('customer', 'customer');
  await sign('publisher', 'publisher', { publishers: ['p1'] });
  const events = eventsWithFacts(900, 31, defaultRuleSet()).map((event, index) => ({
    ...event,
    ...(event.kind === 'install' ? { ctit_seconds: (index * 37) % 5_000, device_id_class: 'valid' } : {}),
    sub_publisher: `site-${index % 4}`,
    as_name: `net-${index % 3}`,
    cost: (index % 4) / 8,
    currency: 'USD',
  }));
  await importEvents(app.context.clickhouse, app.context.database, OWN, events);
}, 120_000);

const get = (path: string, who = 'customer') => app.get(`/api/traffic/publishers${path}`, tokens[who]);
const profile = async (who = 'customer', more = ''): Promise<PublisherProfile> =>
  (await get(`/profile?package_name=${OWN}&publisher=p1&${RANGE}${more}`, who)).body.data;
const rows = <T>(what: string, where: string) =>
  app.context.clickhouse.query<T>(
    sql`SELECT ${trusted(what)} FROM traffic WHERE package = 'com.own' AND ${trusted(where)}`,
  );

describe('the profile of a publisher', () => {
  it.each([
    ['install', ''],
    ['click', '&kind=click'],
  ])(
    'of %ss adds up to what is stored: verdicts, money, hours, times to install, sub-publishers',
    async (of, asked) => {
      const found = await profile('customer', asked);
      expect([found.kind, found.kinds.map(({ kind }) => kind).includes('click')]).toEqual([of, true]);
      const all = await rows<{
        verdict: Verdict;
        cost: number;
        hour: number;
        kind: string;
        ctit: number | null;
        sub: string;
      }>(
        `toString(verdict) AS verdict, toFloat64(cost) AS cost, toHour(ts, 'Asia/Kolkata') AS hour, toString(kind) AS kind, ctit_seconds AS ctit, toString(sub_publisher) AS sub`,
        `publisher = 'p1'`,
      );
      const stored = all.filter(({ kind }) => kind === of);
      expect(found.events).toBe(stored.filter((row) => row.verdict !== 'filtered').length);
      for (const verdict of ['clean', 'suspect', 'fraud'] as const)
        expect(found.verdicts[verdict]).toBe(stored.filter((row) => row.verdict === verdict).length);
      const fraud = stored.filter(({ verdict }) => verdict === 'fraud').reduce((sum, { cost }) => sum + cost, 0);
      expect(Number(Object.values(found.money.at_risk)[0])).toBeCloseTo(fraud, 6);
      found.hours.own?.forEach((share, hour) => {
        expect(share).toBeCloseTo(stored.filter((row) => row.hour === hour).length / stored.length, 9);
      });
      const timed = all.filter(({ kind, ctit }) => kind === 'install' && ctit !== null && ctit >= 0);
      expect(found.ctit.installs).toBe(timed.length);
      CTIT_EDGES.forEach((edge, bin) => {
        const next = CTIT_EDGES[bin + 1] ?? Number.POSITIVE_INFINITY;
        const own = timed.filter(({ ctit }) => (ctit ?? -1) >= edge && (ctit ?? -1) < next).length;
        expect(found.ctit.own?.[bin]).toBeCloseTo(own / timed.length, 9);
      });
      expect(found.sub_publishers.reduce((sum, { events }) => sum + events, 0)).toBe(found.events);
      for (const { sub_publisher, events, fraud: bad, money } of found.sub_publishers) {
        const site = stored.filter(({ sub, verdict }) => sub === sub_publisher && verdict !== 'filtered');
        expect([events, bad]).toEqual([site.length, site.filter(({ verdict }) => verdict === 'fraud').length]);
        const spent = site.reduce((sum, { cost }) => sum + cost, 0);
        expect(Number(Object.values(money.spend)[0] ?? 0)).toBeCloseTo(spent, 6);
      }
      expect(found.networks.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
      expect(found.ctit.baseline).not.toBeNull();
      expect(found.facts).toEqual([]);
    },
  );

  it('counts a device as new unless it did something in the package before', async () => {
    const { new_devices } = await profile();
    const installs = await rows<{ who: string; ms: number }>(
      `toString(person) AS who, toUnixTimestamp64Milli(ts) AS ms`,
      `publisher = 'p1' AND kind = 'install' AND device_id_class = 'valid' AND person != 0`,
    );
    const first = new Map(
      (
        await rows<{ who: string; seen: number }>(
          `toString(person) AS who, min(toUnixTimestamp64Milli(ts)) AS seen`,
          `person != 0 GROUP BY person`,
        )
      ).map(({ who, seen }) => [who, seen]),
    );
    const fresh = installs.filter(({ who, ms }) => (first.get(who) ?? 0) >= ms - 86_400_000).length;
    expect(new_devices.own).toMatchObject({ part: fresh, whole: installs.length });
    expect(installs.length).toBeGreaterThan(5);
  });

  it('shows a publisher its own curve, and neither limits nor what others have', async () => {
    const theirs = await profile('publisher');
    const owners = await profile();
    expect(theirs.events).toBe(owners.events);
    expect(theirs.ctit.own).toEqual(owners.ctit.own);
    expect(theirs.hours.own).toEqual(owners.hours.own);
    expect([theirs.facts, theirs.ctit.baseline, theirs.ctit.baseline_installs, theirs.hours.baseline]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([theirs.new_devices.baseline, theirs.conversion.baseline]).toEqual([null, null]);
    expect([...theirs.networks, ...theirs.devices].every(({ base }) => base === null)).toBe(true);
  });

  it('is closed to other publishers and other packages', async () => {
    expect((await get(`/profile?package_name=${OWN}&publisher=p2&${RANGE}`, 'publisher')).status).toBe(403);
    expect((await get(`/profile?package_name=com.foreign&publisher=p1&${RANGE}`)).status).toBe(403);
    const listed = (await get(`?package_name=${OWN}&${RANGE}`, 'publisher')).body.data;
    expect(listed.map(({ publisher }: { publisher: string }) => publisher)).toEqual(['p1']);
  });
});

describe('the list of publishers', () => {
  it('names the largest 200 and says how many there are', async () => {
    const { clickhouse, database } = app.context;
    // Six of each: two alone can both be known bots, and such a publisher brought nothing that counts.
    const many = eventsWithFacts(1350, 5, defaultRuleSet()).map((event, index) => ({
      ...event,
      publisher: `many-${index % 225}`,
      kind: 'install',
    }));
    await app.package({ name: 'com.many', platform: 'app', timeZone: 'UTC' });
    await importEvents(clickhouse, database, 'com.many', many);
    const token = await app.signIn({
      email: 'many@own.example',
      role: 'customer',
      packages: ['com.many'],
      name: 'many',
    });
    const list = async (search: string) =>
      (await app.get(`/api/traffic/publishers?package_name=com.many&${RANGE}${search}`, token)).body;
    const all = await list('');
    expect([all.data.length, all.total]).toEqual([200, 225]);
    const found = await list('&search=MANY-22');
    // many-22 and many-220 to many-224.
    expect([found.data.length, found.total]).toEqual([6, 6]);
  });

  it('counts one kind of event at a time, first what is usually paid for', async () => {
    const stored = await rows<{ publisher: string; kind: string; events: number }>(
      'toString(publisher) AS publisher, toString(kind) AS kind, count() AS events',
      "verdict != 'filtered' AND publisher != '' GROUP BY publisher, kind",
    );
    const usual = (await get(`?package_name=${OWN}&${RANGE}`)).body;
    expect(usual.kind).toBe('install');
    const came = new Set(stored.map(({ kind }) => kind));
    expect(new Set(usual.kinds.map(({ kind }: { kind: string }) => kind))).toEqual(came);
    expect(came.size).toBeGreaterThan(3);
    for (const kind of came) {
      const { data } = (await get(`?package_name=${OWN}&${RANGE}&kind=${kind}`)).body;
      const of = stored.filter((row) => row.kind === kind).map(({ publisher, events }) => [publisher, events]);
      const listed = data.map(({ publisher, events }: { publisher: string; events: number }) => [publisher, events]);
      expect(listed.toSorted()).toEqual(of.toSorted());
    }
  });
});
