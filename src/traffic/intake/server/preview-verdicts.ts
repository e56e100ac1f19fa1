import { randomUUID } from 'node:crypto';
import type { Scope } from '#platform/server/access/scope.ts';
import { fileSource } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { columnOfKey, isReadable, partName, partOf } from '#traffic/intake/contract/column-part.ts';
import type { PreviewFinding, PreviewVerdicts } from '#traffic/intake/contract/import-endpoints.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { LINK_PARTS } from '#traffic/judge/server/facts/link-facts.ts';
import { unknownSource } from '#traffic/judge/server/facts/source-facts-sql.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { RULES } from '#traffic/rules/server/registry.ts';
import { judgeSlices } from './engine/judge-slices.ts';
import { createJudgingTables, createStage, dropWorkTables, type WorkTables, workTables } from './engine/work-tables.ts';
import { columnKeys } from './formats/format.ts';
import { withUpload } from './import-files.ts';
import { refusalsAsAnswers } from './imports.ts';
import { formatOf } from './mapping/guess-mapping.ts';
import { csvSource, stageSelect } from './mapping/stage-sql.ts';
import type { ImportDeps } from './run-import.ts';
import { type FileSample, readSample } from './sources/read-sample.ts';
import { SAMPLE_SETTINGS, withSampleFile } from './sources/sample-file.ts';

/** Of fewer records nobody can say what most of the file is. */
const FEWEST = 20;
/** A share of them above which the mapping is likelier to be wrong than the traffic. */
const MOST = 0.5;
const MOST_COLUMNS = 3;

/**
 * What the rules would say of the first records read by this mapping, in tables of its own that are gone afterwards.
 * Findings are what holds for most of them: rather a column taken for another than a file full of fraud.
 */
export async function previewVerdicts(
  scope: Scope,
  deps: ImportDeps,
  wanted: { packageName: string; fileId: string; mapping: ImportMapping; signal?: AbortSignal | undefined },
): Promise<PreviewVerdicts> {
  const { packageName, mapping, signal } = wanted;
  const sample = await refusalsAsAnswers(() =>
    withUpload(scope, deps, { packageName, id: wanted.fileId, beginning: true }, (file) =>
      readSample(deps.clickhouse, file, mapping.reading, signal),
    ),
  );
  const columns = columnKeys(sample.columns, formatOf(mapping.format).aliases);
  // The columns of a log line are no guess, and robots may well be most of who comes.
  const isSure = mapping.reading.shape === 'web_log';
  if (isSure || !mapping.fields.ts || !isReadable(mapping.fields.ts, columns) || sample.records.length < FEWEST)
    return { events: 0, findings: [] };
  // A start clears what a kill left, for this is the name of no import.
  const id = `preview${randomUUID().replaceAll('-', '')}`;
  const tables = workTables(id);
  try {
    await createStage(deps.clickhouse, tables);
    await stageSample(deps, tables, { mapping, package: packageName, columns }, sample);
    await createJudgingTables(deps.clickhouse, tables);
    const { stored: events } = await judgeSlices(deps.clickhouse, {
      // Of no source that is stored: known records would be left out.
      origin: { package: packageName, importId: 0, source: id },
      tables,
      enricher: deps.enricher,
      policy: { ...(await loadPolicy(deps.database, packageName)), source: unknownSource },
      reportsAgents: isReadable(mapping.fields.user_agent ?? { from: [] }, columns),
      onProgress: async () => signal?.throwIfAborted(),
    });
    const found = [...(await repeats(deps, tables)), ...(await hits(deps, tables))];
    const many = found.filter(({ n }) => events >= FEWEST && n > events * MOST);
    return { events, findings: many.flatMap(findingOf(mapping, columns, sample.columns)) };
  } finally {
    await dropWorkTables(deps.clickhouse, id);
  }
}

const stageSample = (
  { clickhouse }: ImportDeps,
  tables: WorkTables,
  stage: { mapping: ImportMapping; package: string; columns: readonly string[] },
  sample: FileSample,
): Promise<void> =>
  withSampleFile(clickhouse, sample.records, async (path) => {
    const rows = stageSelect(stage, csvSource(stage, fileSource(clickhouse, path)));
    await clickhouse.command(sql`INSERT INTO ${tables.stage} ${rows}`, { settings: SAMPLE_SETTINGS });
  });

interface Found {
  what: PreviewFinding['what'];
  rule: string;
  n: number;
}

/** Rules by which events are fraud or known bots. */
async function hits({ clickhouse }: ImportDeps, { rows }: WorkTables): Promise<Found[]> {
  return clickhouse.query<Found>(
    sql`SELECT toString(verdict) AS what, arrayJoin(hits) AS rule, toUInt32(count()) AS n FROM ${rows}
      WHERE verdict IN ('fraud', 'filtered') GROUP BY what, rule ORDER BY n DESC, rule`,
  );
}

/** What is seen of an order or click only beside all others, here beside those of the first records. */
const REPEATS: readonly { part: string; column: string; isRepeat: Sql }[] = [
  { part: 'orders', column: 'order_repeat', isRepeat: sql`order_repeat != ''` },
  { part: 'click-ids', column: 'click_id_repeats', isRepeat: sql`click_id_repeats IS NOT NULL` },
];

async function repeats({ clickhouse }: ImportDeps, { rows }: WorkTables): Promise<Found[]> {
  const found: Found[] = [];
  for (const { part, column, isRepeat } of REPEATS) {
    const link = LINK_PARTS.find(({ id }) => id === part);
    const rule = RULES.find(({ needs }) => needs.some((fact) => fact === column));
    if (!link || !rule) continue;
    const keyed = sql`SELECT * FROM ${rows} WHERE ${link.keyed}`;
    const [row] = await clickhouse.query<{ n: number }>(
      sql`SELECT toUInt32(count()) AS n FROM (${link.find(keyed, '')}) WHERE ${isRepeat}`,
    );
    found.push({ what: 'duplicates', rule: rule.id, n: row?.n ?? 0 });
  }
  return found;
}

/** The rule in its own words, and the columns of the file from which it has what it looks at. */
const findingOf =
  (mapping: ImportMapping, columns: readonly string[], names: readonly string[]) =>
  ({ what, rule: id, n }: Found): PreviewFinding[] => {
    const rule = RULES.find((each) => each.id === id);
    if (!rule) return [];
    const stored = rule.needs.flatMap((fact) => TRAFFIC_FIELDS[fact]?.from ?? []);
    const keys = stored.flatMap((column) => mapping.fields[column]?.from.slice(0, 1) ?? []);
    const told = [...new Set(keys)].flatMap((key) => {
      const index = columns.indexOf(columnOfKey(key));
      const part = partOf(key);
      const name = names[index] ?? key;
      return index < 0 ? [] : [part ? partName(name, part) : name];
    });
    return [{ what, rule: id, title: rule.title, events: n, columns: told.slice(0, MOST_COLUMNS) }];
  };
