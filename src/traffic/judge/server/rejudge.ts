import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { type RowsToJudge, withRowsToJudge } from './choose/rows-to-judge.ts';
import { withTouched } from './choose/touched-rows.ts';
import { heirsOf, INSTALLS, inheritingRows, type JudgedWhere, withChangingInstalls } from './facts/inheritance.ts';
import { withPersons } from './facts/person-slices.ts';
import { storedSource } from './facts/source-facts-sql.ts';
import { loadPolicy, type Policy } from './load-policy.ts';
import { type Because, movesIn, recordVerdictChange, reportingZone, type VerdictMove } from './verdict-changes.ts';
import { withJudged } from './verdicts/judged.ts';
import {
  addUp,
  DIFFERS,
  storedRows,
  type VerdictChange,
  type WriteRequest,
  writeChanges,
} from './verdicts/write-changes.ts';

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
}

/**
 * Judges stored events again under the policy in force. Facts are stored and the verdict is a pure function of them, so
 * this writes the rows that differ: first the events of installs that will change, then all that was asked for. Doing it
 * again, also after it was broken off anywhere, changes nothing more. What changes is recorded with its cause. Returns the
 * events by old and new verdict, those that kept theirs included.
 */
export async function rejudge(ch: ClickHouse, database: Database, request: RejudgeRequest): Promise<VerdictChange[]> {
  const job = await jobOf(database, request);
  const { policy, timeZone, inSpan, where } = job;
  const judged: JudgedWhere = (also, next) => withJudged(ch, storedRows(sql`${where} AND ${also}`), inSpan, next);
  const inherited = await withChangingInstalls(
    ch,
    (take) => judged(INSTALLS, take),
    { tag: 'rejudge-installs' },
    (installs) => (installs ? writeHeirs(ch, job, installs, 'inherited ') : Promise.resolve([])),
  );
  const compared = await judged(sql`true`, (rows) =>
    ch.query<Compared>(movesIn(rows, timeZone, { differing: sql`countIf(${DIFFERS})` }), {
      lane: 'heavy',
      tag: 'rejudge-compare',
    }),
  );
  const differing = compared.reduce((sum, each) => sum + each.differing, 0);
  if (differing > 0) {
    await job.record('')(compared);
    await update(ch, request, { policy, timeZone, differing });
  }
  return addUp([...compared, ...inherited]);
}

interface Job {
  request: RejudgeRequest;
  policy: Policy;
  /** The same, looking up facts about sources only for the times asked for. */
  inSpan: Policy;
  timeZone: string;
  where: Sql;
  record: (part: string) => (moves: readonly VerdictMove[]) => Promise<void>;
}

async function jobOf(database: Database, request: RejudgeRequest): Promise<Job> {
  const policy = await loadPolicy(database, request.package);
  const timeZone = await reportingZone(database, request.package);
  const ruleVersion = policy.ruleSet.version;
  return {
    ...{ request, policy, timeZone, where: conditionOf(request) },
    inSpan: { ...policy, source: storedSource(request.package, request) },
    record: (part) => async (moves) => {
      if (request.recorded ?? true)
        await recordVerdictChange(database, { ...request, part, ruleVersion, timeZone, moves });
    },
  };
}

/** What events inherit from installs that will change. */
function writeHeirs(
  ch: ClickHouse,
  { request, policy, timeZone, record }: Job,
  installs: Sql,
  part: string,
): Promise<VerdictChange[]> {
  const persons = sql`SELECT DISTINCT person FROM ${installs}`;
  return withPersons(ch, request.package, persons, async (slices) => {
    const changes: VerdictChange[] = [];
    for (const [index, slice] of slices.entries()) {
      const heirs = inheritingRows(request.package, installs, sql`${slice} AND ${heirsOf(installs)}`);
      const target = { package: request.package, timeZone, record: record(`${part}${index}`) };
      changes.push(...(await withJudged(ch, heirs, policy, (wanted) => writeChanges(ch, { ...target, wanted }))));
    }
    return changes;
  });
}

/** Events looked at in one step by `rejudgeChanged`: as many may differ. */
const EVENTS_PER_STEP = 1_000_000;

/**
 * `rejudge` for who does not ask how many events kept their verdict: each is judged once where `rejudge` counts first and
 * then writes. With `sourcesOnly` nothing but facts about sources may have changed since the events were judged: only those
 * are judged for which a rule on sources finds something else now.
 */
export async function rejudgeChanged(
  ch: ClickHouse,
  database: Database,
  request: RejudgeRequest & { sourcesOnly: boolean },
): Promise<VerdictChange[]> {
  const job = await jobOf(database, request);
  if (!request.sourcesOnly) {
    // Not in the heavy lane: a sweep reads ahead there, and this takes no time.
    const [found] = await ch.query<{ events: number }>(sql`SELECT count() AS events FROM traffic WHERE ${job.where}`);
    const rows = (also: Sql): Sql => storedRows(sql`${job.where} AND ${also}`);
    return judgeInSteps(ch, job, { events: found?.events ?? 0, rows, known: {} });
  }
  const touching = {
    package: request.package,
    within: job.where,
    range: request,
    policy: job.policy,
    newSources: true,
  };
  return withTouched(ch, database, touching, {}, (touched) =>
    withRowsToJudge(ch, { ...job, within: job.where, touched }, { tag: 'rejudge-touched' }, (found) =>
      judgeInSteps(ch, job, found),
    ),
  );
}

async function judgeInSteps(ch: ClickHouse, job: Job, { events, rows, known }: RowsToJudge): Promise<VerdictChange[]> {
  const { request, inSpan, timeZone } = job;
  const steps = Math.ceil(events / EVENTS_PER_STEP);
  const changes: VerdictChange[] = [];
  for (let step = 0; step < steps; step++) {
    const part =
      steps === 1 ? sql`true` : sql`cityHash64(row_id) % ${typed('UInt32', steps)} = ${typed('UInt32', step)}`;
    const inherited: VerdictChange[] = [];
    const around: WriteRequest['around'] = (differing, write) => {
      const named = sql`SELECT toUUID(key) AS row_id, person, ts, verdict, reason, old_verdict, old_reason
        FROM ${differing} WHERE ${INSTALLS}`;
      return withChangingInstalls(
        ch,
        (take) => take(named),
        { tag: 'rejudge-installs' },
        async (installs) => {
          if (!installs) return write(sql`false`);
          inherited.push(...(await writeHeirs(ch, job, installs, `inherited ${step}.`)));
          return write(heirsOf(installs));
        },
      );
    };
    const target = { package: request.package, timeZone, record: job.record(`step ${step}`), around };
    const written = await withJudged(
      ch,
      rows(part),
      inSpan,
      (wanted) => writeChanges(ch, { ...target, wanted }),
      known,
    );
    changes.push(...inherited, ...written);
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
