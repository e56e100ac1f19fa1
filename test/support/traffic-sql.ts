/**
 * The SQL that judges, stages and counts traffic, as it is committed under `src/traffic/<room>/server/sql` and
 * reviewed: for a package `sample`, the shipped rules and a week, formatted by the engine. `npm run sync` writes it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { renderInline, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { APPSFLYER } from '#traffic/intake/server/formats/appsflyer.ts';
import { guessMapping } from '#traffic/intake/server/mapping/guess-mapping.ts';
import { csvSource, stageSelect } from '#traffic/intake/server/mapping/stage-sql.ts';
import { LINK_PARTS, linkedRows } from '#traffic/judge/server/facts/link-facts.ts';
import { patternFacts } from '#traffic/judge/server/facts/pattern-facts.ts';
import { storedSource } from '#traffic/judge/server/facts/source-facts-sql.ts';
import { origins, windowFacts } from '#traffic/judge/server/facts/window-facts.ts';
import type { Policy } from '#traffic/judge/server/load-policy.ts';
import { withVerdicts } from '#traffic/judge/server/verdicts/judge-sql.ts';
import { storedRows } from '#traffic/judge/server/verdicts/write-changes.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { countingStatements } from '#traffic/sources/server/sweep/count-days.ts';

const WEEK = { from: '2024-03-01', to: '2024-03-07' };
const ROWS = sql`SELECT * FROM traffic WHERE package = ${typed('String', 'sample')}`;
const policy: Policy = { ruleSet: defaultRuleSet(), whiteList: [], suspectCountsAs: 'clean' };

function staged(): Sql {
  const reading = { shape: 'csv', encoding: 'utf-8', delimiter: ',', header: true } as const;
  const guess = guessMapping(
    { fileName: 'installs.csv', reading, names: APPSFLYER.usualOrder ?? [], records: [] },
    'UTC',
  );
  const input = { mapping: guess.mapping, package: 'sample', columns: guess.columns };
  return stageSelect(input, csvSource(input, sql`${typed('String', 'stage.csv')}`));
}

const linked = (part: (typeof LINK_PARTS)[number]): Sql =>
  part.find(
    linkedRows(part, { package: 'sample', own: sql`SELECT * FROM own`, part: sql`true`, sharedOnly: false }),
    'sample',
  );

/** By the path from the root of the repository. */
export const TRAFFIC_SQL: Readonly<Record<string, readonly Sql[]>> = {
  'src/traffic/judge/server/sql/verdicts-on-arrival.sql': [withVerdicts(ROWS, policy)],
  'src/traffic/judge/server/sql/verdicts-of-stored.sql': [
    withVerdicts(storedRows(sql`package = ${typed('String', 'sample')}`), {
      ...policy,
      source: storedSource('sample', { from: new Date(WEEK.from), to: new Date(WEEK.to) }),
    }),
  ],
  'src/traffic/judge/server/sql/windows.sql': [windowFacts(ROWS)],
  'src/traffic/judge/server/sql/patterns.sql': [patternFacts(ROWS)],
  'src/traffic/judge/server/sql/origins.sql': [origins(ROWS)],
  'src/traffic/judge/server/sql/links.sql': LINK_PARTS.map(linked),
  'src/traffic/intake/server/sql/stage-appsflyer.sql': [staged()],
  'src/traffic/sources/server/sql/counting.sql': countingStatements({ package: 'sample', ...WEEK }),
};

export async function trafficSqlText(clickhouse: ClickHouse, path: string): Promise<string> {
  const texts: string[] = [];
  for (const statement of TRAFFIC_SQL[path] ?? []) {
    const [found] = await clickhouse.query<{ text: string }>(
      sql`SELECT formatQuery(${typed('String', renderInline(statement))}) AS text`,
    );
    // A rule a line: the formatter leaves an expression whole, however long it is.
    texts.push(`${(found?.text ?? '').replaceAll(', multiIf(kind NOT IN', ',\n    multiIf(kind NOT IN')};\n`);
  }
  return texts.join('\n');
}

export const committedSql = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
