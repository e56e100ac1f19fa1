import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { withJudged } from './judged.ts';
import { loadPolicy, type Policy } from './load-policy.ts';
import { withPersons } from './persons.ts';
import { storedSource } from './source-facts-sql.ts';
import { type Because, movesIn, recordVerdictChange, reportingZone, type VerdictMove } from './verdict-changes.ts';
import { withOrigin } from './window-facts.ts';
import { addUp, DIFFERS, storedRows, type VerdictChange, writeChanges } from './write-changes.ts';

export interface RejudgeRequest {
  package: string;
  /** Which events, a condition over `traffic`. */
  where: Sql;
  /** Event times, from inclusive to exclusive; open when absent. */
  from?: Date;
  to?: Date;
  because: Because;
  /** False for rows whose verdict nobody has seen yet: it is new, not changed. */
  recorded?: boolean;
}

interface Compared extends VerdictMove {
  /** Rows whose verdict, reason, hits or white-list entry differ. */
  differing: number;
  /** Installs whose events may now inherit something else. */
  installs: number;
}

/**
 * Judges stored events again under the policy in force. Facts are stored and the verdict is a pure function of them, so
 * this writes the rows that differ, then a second pass over the events of installs that changed. Doing it
 * again changes nothing. What changes is recorded with its cause. Returns the events by old and new verdict, those that kept theirs included.
 */
export async function rejudge(ch: ClickHouse, database: Database, request: RejudgeRequest): Promise<VerdictChange[]> {
  const policy = await loadPolicy(database, request.package);
  const timeZone = await reportingZone(database, request.package);
  const where = conditionOf(request);
  const inSpan = { ...policy, source: storedSource(request.package, request) };
  const compared = await withJudged(ch, storedRows(where), inSpan, (judged) =>
    ch.query<Compared>(
      movesIn(judged, timeZone, {
        differing: sql`countIf(${DIFFERS})`,
        installs: sql`countIf(kind = 'install' AND (old_verdict != verdict OR old_reason != reason))`,
      }),
      { lane: 'heavy', tag: 'rejudge-compare' },
    ),
  );
  const changes = addUp(compared);
  const { recorded = true } = request;
  const record = (part: string) => async (moves: readonly VerdictMove[]) => {
    if (!recorded) return;
    await recordVerdictChange(database, { ...request, part, ruleVersion: policy.ruleSet.version, timeZone, moves });
  };
  const differing = compared.reduce((sum, each) => sum + each.differing, 0);
  const write = () => update(ch, request, { policy, timeZone, differing });
  if (differing === 0) return changes;
  await record('')(compared);
  if (compared.every(({ installs }) => installs === 0)) {
    await write();
    return changes;
  }
  // Named before the update: afterwards the condition may no longer find them.
  const persons = sql`SELECT DISTINCT person FROM traffic WHERE (${where}) AND kind = 'install' AND person != 0`;
  return withPersons(ch, request.package, persons, async (slices) => {
    await write();
    const inherited: VerdictChange[] = [];
    for (const [index, slice] of slices.entries()) {
      const events = storedRows(sql`${slice} AND kind IN ('install', 'app_event', 're_event')`);
      const noted = { package: request.package, timeZone, record: record(`inherited ${index}`) };
      const heirs = withOrigin(events);
      inherited.push(...(await withJudged(ch, heirs, policy, (wanted) => writeChanges(ch, { ...noted, wanted }))));
    }
    return addUp([...changes, ...inherited]);
  });
}

/** Events looked at in one step by `rejudgeChanged`: as many may differ. */
const EVENTS_PER_STEP = 1_000_000;

/**
 * `rejudge` for who does not ask how many events kept their verdict: each is judged once where `rejudge` counts first and
 * then writes, and only events of installs that changed are looked at again.
 */
export async function rejudgeChanged(
  ch: ClickHouse,
  database: Database,
  request: RejudgeRequest,
): Promise<VerdictChange[]> {
  const policy = await loadPolicy(database, request.package);
  const timeZone = await reportingZone(database, request.package);
  const where = conditionOf(request);
  const [found] = await ch.query<{ events: number }>(sql`SELECT count() AS events FROM traffic WHERE ${where}`, {
    lane: 'heavy',
  });
  const steps = Math.ceil((found?.events ?? 0) / EVENTS_PER_STEP);
  const changes: VerdictChange[] = [];
  for (let step = 0; step < steps; step++) {
    const part = sql`cityHash64(row_id) % ${typed('UInt32', steps)} = ${typed('UInt32', step)}`;
    const rows = storedRows(steps === 1 ? where : sql`${where} AND ${part}`);
    const note = (name: string) => ({
      package: request.package,
      timeZone,
      record: (moves: readonly VerdictMove[]) =>
        recordVerdictChange(database, {
          ...request,
          ...{ part: `${name}${step}`, ruleVersion: policy.ruleSet.version, timeZone, moves },
        }),
    });
    const inherited: VerdictChange[] = [];
    const around = (differing: Sql, write: () => Promise<void>) => {
      const installs = sql`SELECT key FROM ${differing} WHERE kind = 'install'`;
      const persons = sql`SELECT DISTINCT person FROM traffic
        WHERE (${where}) AND kind = 'install' AND person != 0 AND toString(row_id) IN (${installs})`;
      return withPersons(ch, request.package, persons, async (slices) => {
        await write();
        for (const [index, slice] of slices.entries()) {
          const family = withOrigin(storedRows(sql`${slice} AND kind IN ('install', 'app_event', 're_event')`));
          const heirs = { ...note(`inherited ${index}.`) };
          inherited.push(...(await withJudged(ch, family, policy, (wanted) => writeChanges(ch, { ...heirs, wanted }))));
        }
      });
    };
    const inSpan = { ...policy, source: storedSource(request.package, request) };
    const written = await withJudged(ch, rows, inSpan, (wanted) =>
      writeChanges(ch, { ...note('step '), wanted, around }),
    );
    changes.push(...written, ...inherited);
  }
  return addUp(changes);
}

/** Rows that differ, in one step: what is to be written lies in memory, about 300 bytes a row. */
const ROWS_PER_STEP = 500_000;

/**
 * Writes the rows that differ, from a table of what they should be. An UPDATE that works it out itself would have to
 * name every rule once per column: with seventy rules the engine refuses to read it.
 */
async function update(ch: ClickHouse, request: RejudgeRequest, { policy, timeZone, differing }: Update): Promise<void> {
  const steps = Math.ceil(differing / ROWS_PER_STEP);
  for (let step = 0; step < steps; step++) {
    const part = sql`cityHash64(row_id) % ${typed('UInt32', steps)} = ${typed('UInt32', step)}`;
    const rows = storedRows(sql`${conditionOf(request)} AND ${part}`);
    const inSpan = { ...policy, source: storedSource(request.package, request) };
    // Recorded as a whole already.
    const target = { package: request.package, timeZone, record: async () => {} };
    await withJudged(ch, rows, inSpan, (wanted) => writeChanges(ch, { ...target, wanted }));
  }
}

interface Update {
  policy: Policy;
  timeZone: string;
  differing: number;
}

function conditionOf({ package: packageName, where, from, to }: RejudgeRequest): Sql {
  return joinSql(
    [
      sql`package = ${typed('String', packageName)}`,
      sql`(${where})`,
      ...(from ? [sql`ts >= ${typed("DateTime64(3, 'UTC')", from)}`] : []),
      ...(to ? [sql`ts < ${typed("DateTime64(3, 'UTC')", to)}`] : []),
    ],
    ' AND ',
  );
}
