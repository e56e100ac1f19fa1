import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { jsonLines } from '#platform/server/clickhouse/json-lines.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Cell } from '#platform/server/csv.ts';
import type { Verdict } from '#traffic/event/contract/event.ts';
import { ID_COLUMNS, type IdColumn, type OwnId, type VerdictFile } from '#traffic/event/contract/own-ids.ts';
import { REASON_GROUPS } from '#traffic/event/contract/reasons.ts';
import { DIMENSION_SQL } from './dimension-sql.ts';
import { groupOwner, heldRow, type OfPackage, ROW_OWNER } from './held-rows.ts';

/** What an import says about its events. */
export interface EventOrigin {
  fileName: string | null;
  /** Column of the file → stored column that took it. */
  taken: Readonly<Record<string, IdColumn>>;
}

export interface VerdictQuestion {
  package: string;
  /** Conditions over `traffic`, those of the scope among them. */
  where: Sql;
  /** Ids of the tracker to be found again in its own files. */
  ownIds: readonly OwnId[];
  originOf: (importId: number) => Promise<EventOrigin>;
  ruleName: (rule: string) => string;
}

export interface VerdictTable {
  head: readonly string[];
  rows: AsyncGenerator<Cell[]>;
}

/**
 * Verdicts to be taken back to where the events came from. Asked before anything is handed over, never all in memory.
 */
export const verdictFile = (
  ch: ClickHouse,
  by: VerdictFile,
  question: VerdictQuestion,
  signal?: AbortSignal,
): Promise<VerdictTable> => (by === 'event' ? byEvent : bySource)(ch, question, signal);

const PLAIN = ['row_id', 'import_id', 'record_no', 'event_name', 'publisher', 'sub_publisher', 'reason'] as const;

interface EventLine extends OfPackage, Record<(typeof PLAIN)[number] | IdColumn, string> {
  ts_text: string;
  kind: string;
  verdict: Verdict;
  reason_group: string;
  decision: string;
  hits: string[];
  own: string[];
  /** Which of ID_COLUMNS have their value from a column that was kept aside as well. */
  aside: number[];
}

const BEFORE_IDS = ['source_file', 'record_no', 'time', 'kind', 'event_name', 'publisher', 'sub_publisher'];
const AFTER_IDS = 'verdict reason reason_group reason_group_name rules rule_names decision import_id row_id'.split(' ');

async function byEvent(ch: ClickHouse, question: VerdictQuestion, signal?: AbortSignal): Promise<VerdictTable> {
  const { ownIds, where } = question;
  const own = ownIds.map(({ key }) => sql`extra[${typed('String', key)}]`);
  const columns = [...PLAIN, ...ID_COLUMNS, 'kind', 'verdict', 'decision', 'hits'].map(trusted);
  const bytes = await ch.stream(
    sql`SELECT ${joinSql(columns, ', ')}, ${DIMENSION_SQL.reason_group} AS reason_group, ${ROW_OWNER},
      concat(formatDateTime(ts, '%FT%T'), '.', leftPad(toString(toUnixTimestamp64Milli(ts) % 1000), 3, '0'), 'Z') AS ts_text,
      CAST([${joinSql(own, ', ')}], 'Array(String)') AS own,
      [${joinSql(
        ID_COLUMNS.map((name) => sql`has(mapValues(extra), ${trusted(name)})`),
        ', ',
      )}] AS aside
    FROM traffic WHERE ${where} ORDER BY package, traffic.kind, traffic.ts`,
    'lines',
    { tag: 'verdicts-download', ...(signal ? { signal } : {}) },
  );
  const head = [...BEFORE_IDS, ...ownIds.map(({ header }) => header), ...ID_COLUMNS, ...AFTER_IDS];
  return { head, rows: eventCells(jsonLines<EventLine>(bytes), question) };
}

async function* eventCells(lines: AsyncIterable<EventLine>, question: VerdictQuestion): AsyncGenerator<Cell[]> {
  const { ownIds, originOf, ruleName } = question;
  const origins = new Map<string, EventOrigin>();
  for await (const carried of lines) {
    const line = heldRow(question.package, carried);
    const origin = origins.get(line.import_id) ?? (await originOf(Number(line.import_id)));
    origins.set(line.import_id, origin);
    const ids = ownIds.map(({ key }, index) => {
      const taken = origin.taken[key];
      const isOfAnother = taken && line.aside[ID_COLUMNS.indexOf(taken)] === 1;
      return line.own[index] || (taken && !isOfAnother ? line[taken] : '');
    });
    yield [
      origin.fileName,
      line.record_no,
      line.ts_text,
      line.kind,
      line.event_name,
      line.publisher,
      line.sub_publisher,
      ...ids,
      ...ID_COLUMNS.map((name) => line[name]),
      line.verdict,
      line.reason,
      line.reason_group,
      groupName(line.reason_group),
      line.hits.join(' '),
      line.hits.map(ruleName).join('; '),
      line.decision,
      line.import_id,
      line.row_id,
    ];
  }
}

const groupName = (group: string): string => new Map<string, string>(Object.entries(REASON_GROUPS)).get(group) ?? '';

interface SourceLine extends OfPackage, Record<Verdict | 'events', number> {
  publisher: string;
  sub_publisher: string;
  reasons: Record<string, number>;
  rules: Record<string, number>;
}

async function bySource(ch: ClickHouse, question: VerdictQuestion, signal?: AbortSignal): Promise<VerdictTable> {
  const counted = (verdict: Verdict): Sql => sql`toUInt32(countIf(verdict = ${typed('String', verdict)}))`;
  const bytes = await ch.stream(
    sql`SELECT publisher, sub_publisher, toUInt32(count()) AS events, ${counted('clean')} AS clean,
      ${counted('suspect')} AS suspect, ${counted('fraud')} AS fraud, ${counted('filtered')} AS filtered,
      CAST(sumMap([toString(${DIMENSION_SQL.reason_group})], [toUInt32(reason != '')]), 'Map(String, UInt32)') AS reasons,
      CAST(sumMap(CAST(hits, 'Array(String)'), arrayMap(hit -> toUInt32(1), hits)), 'Map(String, UInt32)') AS rules,
      ${groupOwner(trusted('package'))}
    FROM traffic WHERE ${question.where} GROUP BY publisher, sub_publisher ORDER BY fraud DESC, events DESC, publisher, sub_publisher`,
    'lines',
    { tag: 'verdicts-download', ...(signal ? { signal } : {}) },
  );
  const counts = ['events', 'clean', 'suspect', 'fraud', 'filtered', 'fraud_percent'];
  const head = ['publisher', 'sub_publisher', ...counts, 'reason_groups', 'rule_names'];
  return { head, rows: sourceCells(jsonLines<SourceLine>(bytes), question) };
}

async function* sourceCells(lines: AsyncIterable<SourceLine>, question: VerdictQuestion): AsyncGenerator<Cell[]> {
  for await (const carried of lines) {
    const line = heldRow(question.package, carried);
    // Known bots lie beside the total.
    const total = line.clean + line.suspect + line.fraud;
    yield [
      line.publisher,
      line.sub_publisher,
      line.events,
      line.clean,
      line.suspect,
      line.fraud,
      line.filtered,
      total === 0 ? null : Math.round((10_000 * line.fraud) / total) / 100,
      mostFirst(line.reasons, groupName),
      mostFirst(line.rules, question.ruleName),
    ];
  }
}

/** `Click and attribution: 12; Event: 3` */
const mostFirst = (counts: Readonly<Record<string, number>>, nameOf: (id: string) => string): string =>
  Object.entries(counts)
    .filter(([id, n]) => id !== '' && n > 0)
    .sort((a, b) => b[1] - a[1])
    .map(([id, n]) => `${nameOf(id)}: ${n}`)
    .join('; ');
