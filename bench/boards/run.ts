import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { webClick } from '#analytics/contract/boards/web.ts';
import type { Question } from '#analytics/server/question.ts';
import { statementsFor } from '#analytics/server/sql-text.ts';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { addDays, todayIn } from '#platform/contract/date-range.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { readConfig } from '#platform/server/config.ts';
import { median, quantile, signIn } from './client.ts';
import { PACKAGE, PERSON, seed } from './seed.ts';
import { residentMegabytes, startServer } from './server.ts';

const ROWS = Number(process.argv[process.argv.indexOf('--rows') + 1] || 20_000_000) || 20_000_000;
const FOLDER = join(ROOT, '.tmp', `bench-boards-${ROWS}`);
const PORT = '4899';
const BASE = `http://127.0.0.1:${PORT}`;
const TRIES = 20;
const TODAY = todayIn('UTC', new Date());
const RANGES = { '7 days': addDays(TODAY, -6), '90 days': addDays(TODAY, -89) } as const;

const env = { ADSIEVE_DATA: FOLDER, ADSIEVE_PORT: PORT, LOG_LEVEL: 'silent' };
const widgets = webClick.widgets.slice(0, 12);
const pathOf = (widget: string, from: string): string =>
  `${webClick.api}/${widget}?package_name=${PACKAGE}&fromDate=${from}&toDate=${TODAY}`;
const say = (text: string): void => console.log(text);
const ms = (n: number): string => n.toFixed(1).padStart(8);

/** The bare engine: the statements of a widget through the same door, no HTTP, no access, no shaping. */
async function bareTimes(): Promise<Map<string, number[]>> {
  const fresh = !existsSync(FOLDER);
  const context = await openContext(readConfig({ ...env }), (_title, work) => work());
  try {
    if (fresh) await seed(context, ROWS, TODAY, say);
    const info = await context.packageInfo(systemScope(), PACKAGE);
    const times = new Map<string, number[]>();
    for (const [label, from] of Object.entries(RANGES)) {
      for (const widget of widgets) {
        const question: Question = {
          board: webClick,
          widget,
          info,
          now: new Date(),
          filters: {
            package: PACKAGE,
            from,
            to: TODAY,
            where: {},
            search: '',
            page: 1,
            compare: false,
            counts: 'parts',
          },
        };
        const statements = statementsFor(systemScope(), question);
        const taken: number[] = [];
        for (let i = 0; i < TRIES + 2; i++) {
          const started = performance.now();
          await Promise.all(statements.map((statement) => context.clickhouse.query(statement)));
          if (i >= 2) taken.push(performance.now() - started);
        }
        times.set(`${label} ${widget.id}`, taken);
      }
    }
    return times;
  } finally {
    await context.close();
  }
}

/** Questions nobody foresaw, at 90 days of the biggest package. */
const QUESTIONS = {
  'one key': 'by=publisher&measures=total,fraud',
  'three keys': 'by=publisher,os,hour&measures=total,fraud,fraud_percentage',
  'three keys, two facts told': 'by=publisher,os,hour&measures=total,fraud,median_clicks_1h,median_repeat_gap_seconds',
  'three keys, two of them facts': 'by=publisher,browser_age_months,clicks_1h&measures=total,fraud',
  'a pivot of hours': 'by=weekday,hour&measures=fraud_percentage&limit=5000',
  persons: 'by=publisher&measures=total,people',
} as const;

async function explore(get: Get): Promise<void> {
  say('\nExplore, 90 days, median of 7 (target for three keys and two facts: 1,000 ms)');
  const days = `package_name=${PACKAGE}&fromDate=${RANGES['90 days']}&toDate=${TODAY}`;
  for (const [name, asked] of Object.entries(QUESTIONS)) {
    const taken: number[] = [];
    let rows = 0;
    let stopped: string | undefined;
    for (let i = 0; i < 8 && !stopped; i++) {
      const started = performance.now();
      const answer = await get(`/api/explore?${days}&${asked}`).catch((error: Error) => {
        // What would read too much is stopped and says what to narrow: an answer as well, when it comes soon.
        if (!error.message.includes(' answered 422: ')) throw error;
        stopped = error.message;
        return { ms: performance.now() - started, body: { total: 0 } };
      });
      rows = (answer.body as { total: number }).total;
      if (i > 0 || stopped) taken.push(answer.ms);
    }
    if (stopped) say(`${name.padEnd(32)} stopped after ${ms(median(taken))} ms: ${stopped}`);
    else say(`${name.padEnd(32)} ${ms(median(taken))} ms   most ${ms(quantile(taken, 1))} ms   ${rows} rows`);
  }
  const table = webClick.widgets.find(({ by, shape }) => by === 'sub_publisher' && shape === 'table');
  if (!table) return;
  const searched: number[] = [];
  for (let i = 0; i < TRIES; i++)
    searched.push((await get(`${pathOf(table.id, RANGES['7 days'])}&search=site-7-${i}`)).ms);
  say(
    `${'sub-publishers, searched'.padEnd(32)} ${ms(median(searched))} ms   p95  ${ms(quantile(searched, 0.95))} ms   target 250`,
  );
}

/** Eight people, each asking one widget after the other of 7 days. */
async function crowd(get: Get): Promise<void> {
  const SECONDS = 15;
  let answers = 0;
  const until = performance.now() + SECONDS * 1000;
  const person = async (first: number): Promise<void> => {
    for (let at = first; performance.now() < until; at++) {
      const widget = widgets[at % widgets.length];
      if (widget) await get(pathOf(widget.id, RANGES['7 days']));
      answers++;
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, at) => person(at * 5)));
  say(`\n8 people on mixed widgets of 7 days: ${(answers / SECONDS).toFixed(0)} answers/s   target 100`);
}

type Get = Awaited<ReturnType<typeof signIn>>;

async function main(): Promise<void> {
  say(
    `Boards, ${(ROWS / 1e6).toFixed(0)} M events, ${cpus().length} cores ${cpus()[0]?.model ?? ''}, load ${loadavg()[0]?.toFixed(1)}\n`,
  );
  const bare = await bareTimes();
  const { server, coldMs } = await startServer(env, BASE);
  try {
    const get = await signIn(BASE, PERSON);
    const first = performance.now();
    await get(pathOf('total', RANGES['7 days']));
    say(
      `cold start to the first board answer: ${((coldMs + performance.now() - first) / 1000).toFixed(2)} s (target < 3)\n`,
    );

    say('range    widget                     bare p50  bare p95  HTTP p50  HTTP p95   limit  within');
    const alone = new Map<string, number>();
    for (const [label, from] of Object.entries(RANGES)) {
      for (const widget of widgets) {
        const taken: number[] = [];
        for (let i = 0; i < TRIES + 2; i++) {
          const { ms: time } = await get(pathOf(widget.id, from));
          if (i >= 2) taken.push(time);
        }
        const engine = bare.get(`${label} ${widget.id}`) ?? [];
        const limit = 1.3 * quantile(engine, 0.95) + 5;
        const p95 = quantile(taken, 0.95);
        alone.set(`${label} ${widget.id}`, p95);
        say(
          `${label.padEnd(8)} ${widget.id.padEnd(24)} ${ms(median(engine))}  ${ms(quantile(engine, 0.95))}  ${ms(median(taken))}  ${ms(p95)}${ms(limit)}  ${p95 <= limit ? 'yes' : 'NO'}`,
        );
      }
    }

    say('\nwhole board, 12 widgets at once, median of 20');
    for (const [label, from] of Object.entries(RANGES)) {
      const loads: number[] = [];
      for (let i = 0; i < TRIES; i++) {
        const started = performance.now();
        await Promise.all(widgets.map((widget) => get(pathOf(widget.id, from))));
        loads.push(performance.now() - started);
      }
      say(
        `${label.padEnd(8)} ${ms(median(loads))} ms   p95 ${ms(quantile(loads, 0.95))} ms   target ${label === '7 days' ? 250 : 600}`,
      );
    }

    await explore(get);
    await crowd(get);

    say('\nquick widgets (under 30 ms alone) beside a heavy download of events');
    const quick = widgets.filter((widget) => (alone.get(`7 days ${widget.id}`) ?? 99) < 30);
    let running = true;
    let downloads = 0;
    const heavy = (async () => {
      while (running) {
        await get(
          `/api/traffic/events/download?package_name=${PACKAGE}&kind=click&fromDate=${RANGES['7 days']}&toDate=${TODAY}`,
        );
        downloads++;
      }
    })();
    const beside: number[] = [];
    for (const until = performance.now() + 15_000; performance.now() < until; ) {
      for (const widget of quick) beside.push((await get(pathOf(widget.id, RANGES['7 days']))).ms);
    }
    running = false;
    await heavy;
    say(
      `${quick.length} widgets, ${beside.length} calls, ${downloads} downloads: p50 ${ms(median(beside))}  p95 ${ms(quantile(beside, 0.95))} ms   target 150`,
    );

    for (const until = performance.now() + 30_000; performance.now() < until; )
      await Promise.all(widgets.map((widget) => get(pathOf(widget.id, RANGES['90 days']))));
    say(
      `\nresident memory of everything after the loads: ${residentMegabytes(server.pid ?? 0).toFixed(0)} MB (target < 1800)`,
    );
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  }
}

await main();
