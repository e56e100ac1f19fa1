/**
 * What judging costs at 20 M events of 30 days: a sweep of nine days nobody has counted, the daily one after a day and
 * the hourly one after an hour of new events, the preview of a draft, the rules in JavaScript. Keeps its data below
 * `.tmp/`. `npm run build && npm run bench -- judging [--rows N]`.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { addDays, todayIn } from '#platform/contract/date-range.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { readConfig } from '#platform/server/config.ts';
import { SOURCE_FACT_NAMES } from '#traffic/event/contract/source-facts.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import { draftOf } from '#traffic/rule-sets/server/draft.ts';
import { previewRules } from '#traffic/rule-sets/server/replay/preview-rules.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { planRules } from '#traffic/rules/server/rule-plan.ts';
import { compileJudge } from '#traffic/rules/server/verdict.ts';
import { SWEEP_JOBS, type SweepJob } from '#traffic/sources/server/sweep/sweep-jobs.ts';
import { type SweepRequest, sweepPackage } from '#traffic/sources/server/sweep/sweep-package.ts';
import { median, quantile } from '../boards/client.ts';
import { DAYS, PACKAGE, seed } from './seed.ts';

const ROWS = Number(process.argv[process.argv.indexOf('--rows') + 1] || 20_000_000) || 20_000_000;
const FOLDER = join(ROOT, '.tmp', `bench-judging-${ROWS}`);
const TODAY = todayIn('UTC', new Date());
const REPLAYS = 5;
/** The import that brings what came since. */
const NEW = typed('UInt32', 2);
const say = (text: string): void => console.log(text);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

say(
  `Judging, ${ROWS / 1e6} M events of ${DAYS} days, ${cpus().length} cores ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}\n`,
);
const fresh = !existsSync(FOLDER);
mkdirSync(FOLDER, { recursive: true });
const context = await openContext(readConfig({ ADSIEVE_DATA: FOLDER, LOG_LEVEL: 'silent' }), (_title, work) => work());
const { clickhouse, database } = context;
const peaks = { rss: 0 };
const watch = setInterval(() => {
  peaks.rss = Math.max(peaks.rss, process.memoryUsage().rss);
}, 50);
try {
  if (fresh) {
    await loadPolicyOfNewPackage();
    await firstSweep();
    say('');
  }
  await removeNew();
  rulesInJavaScript();
  await preview(
    'preview, clicks',
    ['duplicate_click', { refractorySeconds: 60 }],
    sql`repeat_gap_seconds >= 30 AND repeat_gap_seconds < 60`,
  );
  const last = await lastDay();
  // As if nobody had counted them.
  await clickhouse.command(sql`TRUNCATE TABLE source_counted`);
  await sweep('nine days anew', last, 'daily');
  const next = addDays(last, 1);
  await addNew('day');
  await sweep('daily sweep', next, 'daily');
  // Beyond what any source shows, so that its only hit is taken from each.
  await preview(
    'preview, sources',
    ['alike_neighbours', { ratio: 100 }],
    sql`hits = ['alike_neighbours'] AND verdict = 'suspect'`,
  );
  await addNew('hour');
  await sweep('hourly sweep', addDays(next, 1), 'hourly');
  await sweep('hourly, nothing new', addDays(next, 1), 'hourly');
  await removeNew();
} finally {
  clearInterval(watch);
  await context.close();
}
process.exit(0);

async function loadPolicyOfNewPackage(): Promise<void> {
  try {
    await seed(context, ROWS, TODAY, say);
    // The version the seeded verdicts name.
    await loadPolicy(database, PACKAGE);
  } catch (error) {
    rmSync(FOLDER, { recursive: true, force: true });
    throw error;
  }
}

/** As an installation in use: all days counted and judged, so that a new one is not the first week of a package. */
async function firstSweep(): Promise<void> {
  const started = performance.now();
  const last = await lastDay();
  await sweepPackage(
    { clickhouse, database },
    { ...request(last, 'daily'), from: addDays(last, -DAYS), onlyNew: false },
  );
  say(`first sweep of ${DAYS} days    ${seconds(performance.now() - started)}`);
}

/** CPU of this process, which other work on the machine does not stretch. */
function rulesInJavaScript(): void {
  // As they are read from the store: what is not known of their source is there and empty.
  const unknown = Object.fromEntries(SOURCE_FACT_NAMES.map((name) => [name, null]));
  const events = eventsWithFacts(20_000, 1, defaultRuleSet()).map((event) => ({ ...event, ...unknown }));
  const all = defaultRuleSet();
  const arrival = new Set(
    planRules(all)
      .filter(({ stage }) => stage === 'arrival')
      .map(({ id }) => id),
  );
  const onArrival = { ...all, rules: Object.fromEntries(Object.entries(all.rules).filter(([id]) => arrival.has(id))) };
  for (const [label, ruleSet] of [
    ['arrival rules', onArrival],
    ['all rules', all],
  ] as const) {
    const judge = compileJudge(ruleSet, []);
    const round = (): number => {
      const before = process.cpuUsage();
      for (const event of events) judge(event, 'none');
      const { user, system } = process.cpuUsage(before);
      return (user + system) / events.length;
    };
    for (let warm = 0; warm < 5; warm++) round();
    const taken = median(Array.from({ length: 20 }, round));
    say(
      `${label.padEnd(24)} ${taken.toFixed(1)} µs an event in JavaScript (target < 10 for those on arrival), random facts`,
    );
  }
}

/** A preview of one rule with other limits, against what a plain question says would change. */
async function preview(
  title: string,
  [id, limits]: [id: string, limits: Record<string, number>],
  would: Sql,
): Promise<void> {
  const { ruleSet } = await loadPolicy(database, PACKAGE);
  const draft = draftOf(ruleSet);
  const rule = draft.rules[id];
  if (rule) rule.limits = limits;
  const info = await context.packageInfo(systemScope(), PACKAGE);
  const [wanted] = await clickhouse.query<{ n: number }>(
    sql`SELECT count() AS n FROM traffic WHERE package = ${typed('String', PACKAGE)} AND ${would}`,
  );
  const taken: number[] = [];
  for (let n = 0; n < REPLAYS; n++) {
    const started = performance.now();
    const { changed } = await previewRules(systemScope(), { clickhouse, database }, info, { draft, days: DAYS + 1 });
    taken.push(performance.now() - started);
    if (changed !== wanted?.n) throw new Error(`The preview says ${changed}, ${wanted?.n} events should change`);
  }
  say(`${title.padEnd(24)} ${seconds(median(taken))} median of ${REPLAYS}, ${wanted?.n} events change (target 2 s)`);
}

async function lastDay(): Promise<string> {
  const [row] = await clickhouse.query<{ day: string }>(
    sql`SELECT toString(toDate(max(ts))) AS day FROM traffic WHERE package = ${typed('String', PACKAGE)}`,
  );
  return row?.day ?? TODAY;
}

/** The events of the last day, or of its first hour, once more, a day later. */
async function addNew(what: 'day' | 'hour'): Promise<void> {
  const day = typed('Date', await lastDay());
  const hours = typed('UInt8', what === 'day' ? 24 : 1);
  await clickhouse.command(
    sql`INSERT INTO traffic SELECT * REPLACE (generateUUIDv4() AS row_id, ts + INTERVAL 1 DAY AS ts, ${NEW} AS import_id)
      FROM (SELECT * FROM traffic WHERE package = ${typed('String', PACKAGE)} AND ts >= toDateTime64(${day}, 3, 'UTC')
        AND ts < toDateTime64(${day}, 3, 'UTC') + INTERVAL ${hours} HOUR)`,
    {
      settings: {
        max_block_size: 16_384,
        min_insert_block_size_rows: 131_072,
        min_insert_block_size_bytes: 64_000_000,
      },
    },
  );
}

/** Leaves the data as they were found, counts of the day included. */
async function removeNew(): Promise<void> {
  const [row] = await clickhouse.query<{ n: number }>(
    sql`SELECT count() AS n FROM traffic WHERE package = ${typed('String', PACKAGE)} AND import_id = ${NEW}`,
  );
  if (!row || row.n === 0) return;
  const last = await lastDay();
  await clickhouse.command(sql`ALTER TABLE traffic DELETE WHERE import_id = ${NEW}`, {
    settings: { mutations_sync: 2 },
  });
  await sweepPackage({ clickhouse, database }, request(last, 'daily'));
}

function request(to: string, job: SweepJob): SweepRequest {
  const { days, onlyAsked } = SWEEP_JOBS[job];
  const cause = { kind: 'sweep' as const, operation: `bench ${Date.now()}`, author: 'bench', reason: '' };
  return { package: PACKAGE, from: addDays(to, 1 - days), to, cause, onlyNew: true, onlyAsked };
}

/** What a job does, with a widget asked for again and again beside it. */
async function sweep(title: string, to: string, job: SweepJob): Promise<void> {
  const board = async (): Promise<number> => {
    const started = performance.now();
    await clickhouse.query(
      sql`SELECT publisher, count() AS events, countIf(verdict = 'fraud') AS fraud FROM traffic WHERE package = ${typed('String', PACKAGE)}
        AND kind = 'click' AND ts >= toDateTime64(${typed('Date', addDays(to, -6))}, 3, 'UTC') GROUP BY publisher ORDER BY events DESC LIMIT 10`,
    );
    return performance.now() - started;
  };
  const idle: number[] = [];
  for (let n = 0; n < 40; n++) idle.push(await board());
  const phases = new Map<string, number>();
  const [started, usedBefore] = [performance.now(), process.cpuUsage()];
  let last = started;
  let over = false;
  peaks.rss = 0;
  const sweeping = sweepPackage({ clickhouse, database }, request(to, job), {
    onStep: async ({ phase }) => {
      phases.set(phase, (phases.get(phase) ?? 0) + performance.now() - last);
      last = performance.now();
    },
  }).finally(() => {
    over = true;
  });
  const beside: number[] = [];
  while (!over) {
    beside.push(await board());
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const { counted, swept, sources } = await sweeping;
  const took = performance.now() - started;
  const { user, system } = process.cpuUsage(usedBefore);
  const parts = [...phases].map(([phase, ms]) => `${phase} ${seconds(ms)}`).join(', ');
  say(
    `${title.padEnd(24)} ${seconds(took)} (target for the daily sweep 60), ${seconds((user + system) / 1000)} CPU: ${parts}`,
  );
  say(
    `                         ${counted} days counted, ${swept} swept, ${sources} facts of sources changed, ${((ROWS / DAYS / 1e6) * counted).toFixed(1)} M events counted`,
  );
  say(`                         peak memory ${(peaks.rss / 1e6).toFixed(0)} MB (target < 2000)`);
  say(
    `a widget beside it       p95 ${quantile(beside, 0.95).toFixed(1)} ms of ${beside.length}, alone ${quantile(idle, 0.95).toFixed(1)} ms: ${(quantile(beside, 0.95) / quantile(idle, 0.95)).toFixed(2)} times (target < 1.6)`,
  );
}
