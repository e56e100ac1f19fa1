// @drawn orders in which supply files and events come
import { beforeAll, describe, expect, it } from 'vitest';
import { packageInfoOf } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { requestUndo } from '#traffic/intake/server/imports.ts';
import { runImport } from '#traffic/intake/server/run-import.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { draftOf } from '#traffic/rule-sets/server/draft.ts';
import { previewRules } from '#traffic/rule-sets/server/replay/preview-rules.ts';
import { rewriteHistory } from '#traffic/rule-sets/server/replay/rewrite-history.ts';
import { saveRuleSet, undoRuleSet } from '#traffic/rule-sets/server/rule-set-store.ts';
import { sample, seedOf } from '../../../../test/support/sample.ts';
import { type Sold, useSupply } from '../testing/use-supply.ts';

const scope = systemScope();
const [OWN, OTHER] = ['bids.example', 'other.example'] as const;
const supply = useSupply([OWN, OTHER]);
const { app } = supply;
const SLOW = 300_000;
beforeAll(() => app.clock.set('2025-11-20T12:00:00Z'));

/** Numbers of a seed, each below `n`. */
function dice(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const DAYS = ['2025-11-03', '2025-11-06', '2025-11-09', '2025-11-12'];
const SITES = ['shop.example', 'm.shop.example', 'news.example'];
const SYSTEMS = ['ssp.example', 'www.ssp.example', 'rogue.example'];
const ACCOUNTS = ['1', '2', 'A-3', ''];

/** A version of a file: from when it holds, and its accounts at exchanges; null: nobody may sell. */
type Version = { day: string; names: readonly (readonly [system: string, account: string, relation: string])[] | null };
type Kept = { kind: 'ads' | 'sellers'; domain: string; versions: Version[] };

/** What an event's files say, read one by one: independent of the statement under test. */
function checkOf(kept: readonly Kept[], [at, site, system, seller]: Sold): string {
  const [exchange, account] = [system.replace('www.', ''), seller.toLowerCase()];
  const inForce = (file: Kept | undefined) =>
    file?.versions.filter(({ day }) => day <= at.slice(0, 10)).toSorted((a, b) => (a.day < b.day ? 1 : -1))[0];
  const speaks = kept
    .filter(({ kind, domain }) => kind === 'ads' && (site === domain || site.endsWith(`.${domain}`)))
    .toSorted((a, b) => b.domain.length - a.domain.length)[0];
  const version = inForce(speaks);
  let said = '';
  if (version) {
    const of = (version.names ?? []).filter(([name]) => name === exchange);
    const mine = of.filter(([, name]) => account !== '' && name.toLowerCase() === account).map(([, , how]) => how);
    said = mine.toSorted()[0]?.toLowerCase() ?? (account === '' && of.length > 0 ? 'system_listed' : 'unauthorised');
  }
  const list = inForce(kept.find(({ kind, domain }) => kind === 'sellers' && domain === exchange));
  const isUnknown = list?.names && account !== '' && !list.names.some(([, name]) => name.toLowerCase() === account);
  return said !== 'unauthorised' && isUnknown ? 'unknown_seller' : said;
}

const textOfVersion = ({ kind }: Kept, { names }: Version): string => {
  if (kind === 'sellers') return JSON.stringify({ sellers: (names ?? []).map(([, seller_id]) => ({ seller_id })) });
  if (names === null) return 'placeholder.example.com, placeholder, DIRECT, placeholder';
  return names.map((record) => record.join(', ')).join('\n');
};

function someNames(roll: (n: number) => number, isList: boolean): Version['names'] {
  if (!isList && roll(6) === 0) return null;
  const all = (isList ? ['ssp.example'] : ['ssp.example', 'rogue.example']).flatMap((system) =>
    ACCOUNTS.slice(0, 3).flatMap((account) =>
      (isList ? ['DIRECT'] : ['DIRECT', 'RESELLER']).map((how) => [system, account, how] as const),
    ),
  );
  const some = all.filter(() => roll(3) === 0);
  return some.length > 0 ? some : all.slice(0, 1);
}

const eventsOf = (roll: (n: number) => number, count: number): Sold[] =>
  Array.from({ length: count }, (_, n): Sold => {
    const day = DAYS[roll(DAYS.length)] ?? '';
    const pick = (from: readonly string[]) => from[roll(from.length)] ?? '';
    return [
      `${day} 10:${String(n % 60).padStart(2, '0')}:${String(Math.floor(n / 60)).padStart(2, '0')}`,
      pick(SITES),
      pick(SYSTEMS),
      pick(ACCOUNTS),
    ];
  }).toSorted((a, b) => (a[0] < b[0] ? -1 : 1));

const MODES = { fraud: 'suspect', mark: 'clean', off: 'clean' } as const;
const isBad = (check: string) => check === 'unauthorised' || check === 'unknown_seller';

describe('sellers by seeds of packages, files and days', { timeout: SLOW }, () => {
  const kept: Kept[] = [];
  const events: Sold[] = [];
  const give = async (file: Kept, version: Version, name: string) => {
    file.versions.push(version);
    const { id } = await supply.fileOf(file.domain, file.kind, name);
    const done = await supply.upload(id, textOfVersion(file, version), version.day, version.names === null);
    if (done.status !== 200) throw new Error(done.text);
    await supply.compare(await supply.fileOf(file.domain, file.kind, name));
  };
  const expected = () => events.map((event) => checkOf(kept, event));
  const info = () => packageInfoOf(scope, app.context.database, OWN, app.clock.now());
  const stores = () => ({ ...app.context, now: () => app.clock.now() });
  const seeds = sample('seeds of sellers', [1, 2, 3, 4, 5, 6], 1).map((nth) => seedOf(`sellers ${nth}`));

  it.each(seeds)(
    'are judged by the version in force at the time of each event, in whatever order files, versions and events came (seed %i)',
    async (seed) => {
      const roll = dice(seed);
      const { clickhouse } = app.context;
      for (const table of ['traffic', 'seller_file', 'seller_record', 'import_claim'])
        await clickhouse.command(sql`TRUNCATE TABLE ${trusted(table)}`);
      await app.context.database.pool.query('DELETE FROM supply_file');
      kept.length = 0;
      events.splice(0, events.length, ...eventsOf(roll, 240));
      const half = events.length / 2;
      const wanted: Omit<Kept, 'versions'>[] = [
        { kind: 'ads', domain: 'shop.example' },
        ...(roll(2) ? [{ kind: 'ads' as const, domain: 'm.shop.example' }] : []),
        { kind: 'sellers', domain: 'ssp.example' },
      ];
      for (const { kind, domain } of wanted) {
        kept.push({ kind, domain, versions: [] });
        await supply.add({ kind, domain });
        await supply.add({ kind, domain }, OTHER);
      }
      const first = await supply.sold(events.slice(0, half), `first-${seed}.csv`);
      for (const file of kept)
        await give(file, { day: DAYS[roll(3)] ?? '', names: someNames(roll, file.kind === 'sellers') }, OWN);
      const second = await supply.sold(events.slice(half), `second-${seed}.csv`);
      expect(await supply.told()).toEqual(expected());
      // A version that is learned of later, of any day.
      for (const file of kept)
        await give(
          file,
          {
            day: DAYS.find((day) => !file.versions.some((each) => each.day === day)) ?? '',
            names: someNames(roll, file.kind === 'sellers'),
          },
          OWN,
        );
      expect(await supply.told()).toEqual(expected());
      // Files of another package, with other contents, change nothing here.
      for (const file of kept)
        await give(
          { ...file, versions: [] },
          { day: '2025-11-01', names: someNames(roll, file.kind === 'sellers') },
          OTHER,
        );
      expect(await supply.told()).toEqual(expected());
      expect(await supply.told('verdict')).toEqual(expected().map((check) => (isBad(check) ? 'suspect' : 'clean')));
      // Undone and imported again is as it was.
      for (const { id } of [first, second]) await requestUndo(scope, app.context.imports, id);
      for (const { id } of [second, first]) await runImport(scope, app.context.imports, id);
      expect(await supply.told()).toEqual([]);
      await supply.sold(events, `again-${seed}.csv`);
      expect(await supply.told()).toEqual(expected());
    },
  );

  it('are previewed to the unit by a rule, written into history as previewed, and brought back by undo', async () => {
    const bad = expected().filter(isBad).length;
    expect(bad).toBeGreaterThan(10);
    for (const mode of ['off', 'mark'] as const) {
      const draft = draftOf((await loadPolicy(app.context.database, OWN)).ruleSet);
      const rule = draft.rules['unauthorized_seller'];
      if (!rule) throw new Error('no such rule');
      rule.mode = mode;
      const promised = await previewRules(scope, stores(), await info(), { draft, days: 60 });
      expect(promised.moves.map(({ from, to, events: n }) => [from, to, n])).toEqual([['suspect', 'clean', bad]]);
      const { ruleSet: base } = await loadPolicy(app.context.database, OWN);
      const version = await saveRuleSet(scope, stores(), await info(), {
        baseVersion: base.version,
        draft,
        reason: 'test',
        from: promised.from,
      });
      await rewriteHistory(stores(), { package: OWN, version });
      expect(await supply.told('verdict')).toEqual(expected().map(() => MODES[mode]));
      expect(await supply.told()).toEqual(expected());
      const undone = await undoRuleSet(scope, stores(), await info(), { version, reason: 'back' });
      await rewriteHistory(stores(), { package: OWN, version: undone });
      expect(await supply.told('verdict')).toEqual(expected().map((check) => (isBad(check) ? 'suspect' : 'clean')));
    }
  });
});
