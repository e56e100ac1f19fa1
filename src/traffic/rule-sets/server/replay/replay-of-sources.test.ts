// @drawn one form of a replay among many
import { beforeAll, expect, it, vi } from 'vitest';
import { createPackage, packageInfoOf } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { rejudge } from '#traffic/judge/server/rejudge.ts';
import { ruleSetTable, sourceDecisionTable } from '#traffic/judge/server/tables.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import { storeRandomSources } from '#traffic/judge/testing/random-sources.ts';
import { testCause } from '#traffic/judge/testing/test-cause.ts';
import { defaultRuleSet, SOURCE_RULES } from '#traffic/rules/server/registry.ts';
import { sample } from '../../../../../test/support/sample.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../../test/support/use-database.ts';
import { draftOf } from '../draft.ts';
import { saveRuleSet } from '../rule-set-store.ts';
import { ruleRewriteTable } from '../tables.ts';
import { previewRules } from './preview-rules.ts';
import { rewriteHistory } from './rewrite-history.ts';

// Every step reads the conditions of all rules several times, which on a loaded machine takes seconds.
vi.setConfig({ testTimeout: 180_000 });

const clickhouse = useClickHouse();
const database = useDatabase();
const stores = { clickhouse, database, now: () => new Date('2026-03-25T12:00:00Z') };
const scope = systemScope();
const PACKAGE = 'shop';
const info = () => packageInfoOf(scope, database, PACKAGE, stores.now());

beforeAll(async () => {
  const zone = { timeZone: 'UTC', currency: 'EUR', dashboardTypes: [] };
  await createPackage(database, { name: PACKAGE, title: 'Shop', platform: 'app', ...zone });
});

interface Stored {
  verdict: 'clean' | 'suspect' | 'fraud' | 'filtered';
  reason: string;
  hits: string[];
  origin_verdict: string;
}
const stored = () =>
  clickhouse.query<Stored>(
    sql`SELECT toString(row_id) AS id, toString(verdict) AS verdict, toString(reason) AS reason, hits, toString(origin_verdict) AS origin_verdict
      FROM traffic ORDER BY row_id`,
  );

/** What is recomputed from the stored events; a random one would stay where nothing has to be made anew. */
const RECOMPUTED = ['origin_reason', 'origin_verdict', 'repeat_gap_seconds', 'clicks_1m', 'clicks_1h', 'clicks_24h'];
const MORE = ['install_repeat_days', 'steps_before_purchase'];

/** An import, and what the sweep after it does: judges its events by the facts about their sources. */
async function importAndSweep(seed: number): Promise<void> {
  const events = eventsWithFacts(800, seed, defaultRuleSet()).map((event, index) => ({
    ...Object.fromEntries(Object.entries(event).filter(([name]) => ![...RECOMPUTED, ...MORE].includes(name))),
    row_id: event.row_id,
    sub_publisher: ['', 's1', 's2'][index % 3],
  }));
  await clickhouse.command(sql`TRUNCATE TABLE traffic`);
  await importEvents(clickhouse, database, PACKAGE, events);
  await rejudge(stores, { package: PACKAGE, changed: 'sources', cause: testCause('sweep') });
}

/** Events that any of this is said of: by statistics of their source, by a person about it, by their install. */
const said = (rows: readonly Stored[]) => ({
  bySources: rows.filter(({ verdict, hits }) => verdict !== 'clean' && SOURCE_RULES.some(({ id }) => hits.includes(id)))
    .length,
  byPerson: rows.filter(({ reason }) => reason === 'human.source').length,
  inherited: rows.filter(({ hits, origin_verdict }) => origin_verdict !== '' && hits.includes('inherited_event'))
    .length,
});

const SEEDS = sample('months with sources', [21, 22], 1);

it.each(SEEDS)(
  'rewriting history gives what importing under the new rules gives, verdicts of sources, decisions about them and what installs hand on included (seed %i)',
  async (seed) => {
    for (const table of [ruleRewriteTable, ruleSetTable, sourceDecisionTable]) await database.db.delete(table);
    await storeRandomSources(clickhouse, seed);
    await database.db.insert(sourceDecisionTable).values([
      {
        packageName: PACKAGE,
        publisher: 'p2',
        subPublisher: 's1',
        state: 'confirmed',
        reason: 'admitted',
        author: 'ann',
      },
      { packageName: PACKAGE, publisher: 'p1', subPublisher: 's2', state: 'cleared', reason: 'audited', author: 'ann' },
    ]);
    await importAndSweep(seed);
    const before = await stored();
    for (const many of Object.values(said(before))) expect(many).toBeGreaterThan(5);

    const { ruleSet } = await loadPolicy(database, PACKAGE);
    const draft = draftOf(ruleSet);
    for (const [id, mode] of [
      ['data_center', 'off'],
      ['emulator', 'mark'],
      ['few_returns', 'fraud'],
      ['few_addresses', 'off'],
      ['click_flooding', 'fraud'],
    ] as const)
      Object.assign(draft.rules[id] ?? {}, { mode });
    const promised = await previewRules(scope, stores, await info(), { draft, days: 400 });
    const version = await saveRuleSet(scope, stores, await info(), {
      baseVersion: ruleSet.version,
      draft,
      reason: 'because',
      from: promised.from,
    });
    await rewriteHistory(stores, { package: PACKAGE, version });
    const rewritten = await stored();
    expect(rewritten).not.toEqual(before);

    await importAndSweep(seed);
    expect(await stored()).toEqual(rewritten);
    const ends = { clean: 0, suspect: 0, fraud: 0, filtered: 0 };
    for (const { verdict } of rewritten) ends[verdict]++;
    expect(promised.after).toEqual(ends);
  },
);
