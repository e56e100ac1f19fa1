/**
 * What the list of tickets costs with 200,000 of them: pages, every filter, every order, the words of a search, straight
 * from the store and checked against a plain reading of the table. Keeps its data below `.tmp/` and removes it.
 * `npm run build && npm run bench -- tickets [--rows N]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import {
  MOST_FOUND,
  pagedTickets,
  TICKET_ORDERS,
  type TicketQuestion,
} from '#domains/tickets/contract/ticket-query.ts';
import { listTickets } from '#domains/tickets/server/ticket-list.ts';
import { type Scope, scopeOf, systemScope } from '#platform/server/access/scope.ts';
import { readConfig } from '#platform/server/config.ts';
import { openTexts } from '#platform/server/texts.ts';
import { median, quantile } from '../boards/client.ts';
import { BIG, SHARED_WITH, seed, WORDS } from './seed.ts';

const TICKETS = Number(process.argv[process.argv.indexOf('--rows') + 1] || 200_000) || 200_000;
const TIMES = 40;
const LIMIT = 10;
const TARGET_MS = 100;
const NOW = new Date('2026-11-26T12:00:00Z');

const folder = mkdtempSync(join(ROOT, '.tmp', 'bench-tickets-'));
const context = await openContext(readConfig({ ADSIEVE_DATA: folder, LOG_LEVEL: 'silent' }), (_title, work) => work());
const { database } = context;
const { assignee } = await seed(database, TICKETS);

const person = (roleName: string, publishers: string[] = []): Scope =>
  scopeOf({ userId: assignee, userName: 'w', sessionId: '', roleName, packages: [BIG], publishers, vendors: [] });
const [owner, publisher, admin] = [person('customer'), person('publisher', [SHARED_WITH]), systemScope()];
const parts = { ...context, texts: openTexts(ROOT), publicUrl: () => '', now: () => NOW };

interface Question {
  scope?: Scope;
  asked?: Record<string, unknown>;
  /** Page by number; the last one by its sign. */
  page?: number | 'last';
  /** The same in plain SQL, without any index in mind. */
  where: string;
  order?: string;
}

const mine = `package_name = '${BIG}'`;
const active = `status IN ('Open', 'In Progress', 'Reopened')`;
const rank = `array_position(ARRAY['Low', 'Medium', 'High', 'Critical'], priority)`;
const filters = {
  status: 'Open',
  priority: 'Critical',
  category: 'Category 3',
  channel: 'Channel 2',
  country: 'C11',
  brand: 'Brand 9',
  publisher: 'Publisher 77',
};
const columnOf = (name: string): string => (name === 'priority' ? rank : name);
const word = (text: string): string => `(title || ' ' || description) ~* '\\m${text}'`;
const searches = Object.entries(WORDS).map(([name, text]): [string, Question] => [
  `search: a word that is ${{ everywhere: 'in every ticket', common: 'in one of ten', rare: 'in five' }[name]}`,
  { asked: { search: text }, where: `${mine} AND ${word(text)}` },
]);

const QUESTIONS: Record<string, Question> = {
  'first page': { where: mine },
  'page 500': { page: 500, where: mine },
  'last page': { page: 'last', where: mine },
  'first page, all packages': { scope: admin, asked: { package_name: undefined }, where: 'true' },
  'page 500, all packages': { scope: admin, asked: { package_name: undefined }, page: 500, where: 'true' },
  'first page, a publisher with 1 % shared': { scope: publisher, where: `${mine} AND id % 100 = 0` },
  ...Object.fromEntries(
    Object.entries(filters).map(([name, value]): [string, Question] => [
      `filter ${name}`,
      { asked: { [name]: value }, where: `${mine} AND ${name} = '${value}'` },
    ]),
  ),
  'filters status, priority and channel': {
    asked: { status: ['Open', 'Reopened'], priority: 'High', channel: 'Channel 1' },
    where: `${mine} AND status IN ('Open', 'Reopened') AND priority = 'High' AND channel = 'Channel 1'`,
  },
  'filter closed, page 300': { asked: { status: 'Closed' }, page: 300, where: `${mine} AND status = 'Closed'` },
  'assigned to me': { asked: { assignee: 'me' }, where: `${mine} AND assignee_id = ${assignee}` },
  'assigned to nobody': { asked: { assignee: 'nobody' }, where: `${mine} AND assignee_id IS NULL` },
  overdue: { asked: { overdue: 'yes' }, where: `${mine} AND ${active} AND due_on < '2026-11-26'` },
  'one month': {
    asked: { fromDate: '2026-10-01', toDate: '2026-10-31' },
    where: `${mine} AND created_at AT TIME ZONE 'Europe/Berlin' >= '2026-10-01' AND created_at AT TIME ZONE 'Europe/Berlin' < '2026-11-01'`,
  },
  ...Object.fromEntries(
    TICKET_ORDERS.flatMap((sort) =>
      (['asc', 'desc'] as const).map((order): [string, Question] => [
        `by ${sort}, ${order === 'asc' ? 'up' : 'down'}`,
        {
          asked: { sort, order },
          where: mine,
          order: `${sort === 'due_on' ? 'due_on IS NULL, ' : ''}${columnOf(sort)} ${order}, id ${order}`,
        },
      ]),
    ),
  ),
  'by priority, page 500': {
    asked: { sort: 'priority' },
    page: 500,
    where: mine,
    order: `${rank} DESC, id DESC`,
  },
  'by priority, open ones': {
    asked: { sort: 'priority', status: 'Open' },
    where: `${mine} AND status = 'Open'`,
    order: `${rank} DESC, id DESC`,
  },
  ...Object.fromEntries(searches),
  'search: a word in every ticket, by priority': {
    asked: { search: WORDS.everywhere, sort: 'priority' },
    where: `${mine} AND ${word(WORDS.everywhere)}`,
    order: `${rank} DESC, id DESC`,
  },
  'search: in every ticket, page 500': {
    asked: { search: WORDS.everywhere },
    page: 500,
    where: `${mine} AND ${word(WORDS.everywhere)}`,
  },
  'search: two words, one filter': {
    asked: { search: `${WORDS.everywhere} ${WORDS.common}`, status: 'Open' },
    where: `${mine} AND ${word(WORDS.everywhere)} AND ${word(WORDS.common)} AND status = 'Open'`,
  },
};

/** Rows and number by a plain reading: whatever the store does to be quick, it answers the same. */
async function plainly({ asked, where, order = 'created_at DESC, id DESC', page = 1 }: Question) {
  const { rows: all } = await database.pool.query<{ id: number }>(
    `SELECT id FROM ticket WHERE ${where} ORDER BY ${order}`,
  );
  const at = page === 'last' ? Math.max(1, Math.ceil(all.length / LIMIT)) : page;
  const total = asked?.['search'] ? Math.min(all.length, MOST_FOUND) : all.length;
  return { page: at, total, ids: all.slice((at - 1) * LIMIT, at * LIMIT).map(({ id }) => id) };
}

console.log(`${TICKETS} tickets, ${cpus().length} cores ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}\n`);
console.log('| Question | Found | Median ms | 95th ms |');
console.log('| --- | ---: | ---: | ---: |');
const slow: string[] = [];
for (const [name, question] of Object.entries(QUESTIONS)) {
  const expected = await plainly(question);
  const wanted: TicketQuestion = pagedTickets.parse({ package_name: BIG, ...question.asked });
  const ask = () => listTickets(question.scope ?? owner, parts, wanted, { page: expected.page, limit: LIMIT });
  const { rows, total } = await ask();
  const said = JSON.stringify({ total, ids: rows.map(({ id }) => id) });
  if (expected.total === 0 || said !== JSON.stringify({ total: expected.total, ids: expected.ids }))
    throw new Error(`${name}: ${said} instead of ${JSON.stringify(expected)}`);
  const times: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
  }
  const p95 = quantile(times, 0.95);
  if (p95 > TARGET_MS) slow.push(name);
  console.log(`| ${name} | ${total} | ${median(times).toFixed(1)} | ${p95.toFixed(1)} |`);
}
console.log(`\nAbove ${TARGET_MS} ms: ${slow.join(', ') || 'none'}`);
await context.close();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
