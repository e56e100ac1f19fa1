import { describe, expect, it } from 'vitest';
import { sql } from '#platform/server/clickhouse/sql.ts';
import type { VerdictAnswer } from '#traffic/collector/contract/verdict-endpoints.ts';
import { BROWSERS } from '#traffic/enrich/testing/people-agents.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import { sweepPackage } from '#traffic/sources/server/sweep/sweep-package.ts';
import { seedOf } from '../../../../../test/support/sample.ts';
import { botClick, cleanClick, OWN, times, useCollector } from '../../testing/use-collector.ts';
import { readEvent } from '../read-event.ts';
import { Asker } from './asker.ts';

const live = useCollector();

async function ask(body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const answer = await live.app.app.http.inject({
    method: 'POST',
    url: '/v1/verdict',
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${live.key}`, ...headers },
  });
  // biome-ignore lint/suspicious/noExplicitAny: the server validates what it answers
  return { status: answer.statusCode, body: answer.json() as any };
}

/** The same numbers for the same seed. */
function drawing(seed: number) {
  let state = seed >>> 0;
  const number = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const one = <T>(values: readonly T[]): T => values[number(values.length)] as T;
  return { number, one };
}

const AGENTS = [
  ...BROWSERS,
  '',
  'python-requests/2.31.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (X11; Linux x64) HeadlessChrome/120.0.0.0',
  '  spaced agent  ',
];
const ADDRESSES = [
  '84.160.3.7',
  '66.249.66.1',
  '10.0.0.1',
  '2a02:908::1',
  '::ffff:5.9.1.1',
  '1.1.1.1',
  '',
  '88.198.1.1',
];
const START = Date.UTC(2026, 10, 19, 9);
const moment = (n: number): string => new Date(START + n * 1000).toISOString();

/** An event of any kind, with what senders write, sound and odd. */
function anyEvent(draw: ReturnType<typeof drawing>, n: number): { kind: EventKind; event: Record<string, unknown> } {
  const at = draw.number(80_000);
  const maybe = <T>(value: T): T | undefined => (draw.number(3) === 0 ? value : undefined);
  const near = (): string => moment(at + draw.number(60) - 30);
  const event = {
    event_id: `e${n}`,
    keyword: `e${n}`,
    ts: moment(at),
    publisher: draw.one(['Honest', 'Bots', 'null', ' padded ', 'Ümlaut, "quoted"']),
    sub_publisher: draw.one(['', 's1', 's2']),
    campaign: draw.one(['spring', 'autumn']),
    ip: draw.one(ADDRESSES),
    user_agent: draw.one(AGENTS),
    device_id: draw.one([
      '',
      'unknown',
      '{gaid}',
      '00000000-0000-0000-0000-000000000000',
      '11111111',
      `3f2504e0-4f89-41d3-9a0c-${String(n).padStart(12, '0')}`,
    ]),
    click_id: draw.one(['', `c${n}`, '{clickid}', '7777777', 'line\nbreak']),
    declared_country: draw.one(['', 'de', 'US', 'Germany']),
    declared_os: maybe(draw.one(['Android', 'ios', 'Windows'])),
    declared_os_version: maybe(draw.one(['9', '14', '29', '99'])),
    device_model: maybe(draw.one(['Pixel 6', 'sdk_gphone64', 'iPhone14,2'])),
    device_brand: maybe(draw.one(['google', 'Apple'])),
    referrer: maybe(draw.one(['https://www.page.example/x', 'https://tpc.googlesyndication.com/'])),
    declared_domain: maybe(draw.one(['page.example', 'other.example', 'com.example.game'])),
    install_referrer: maybe(draw.one(['utm_source=Honest', 'utm_medium=organic&utm_source=google-play'])),
    event_name: maybe(draw.one(['purchase', 'viewable', 'start', 'complete'])),
    email_domain: maybe(draw.one(['mailinator.com', 'gmail.com'])),
    revenue: maybe(draw.one(['12.3456789', -3, 0, '900000'])),
    currency: maybe('eur'),
    wifi: maybe(draw.one([true, 'no'])),
    http_status: maybe(404),
    receipt_check: maybe(draw.one(['false', 1])),
    fill_seconds: maybe(draw.number(20)),
    ad_width: maybe(draw.one([1, 300])),
    ad_height: maybe(draw.one([1, 250])),
    server_side: maybe(draw.one(['1', '2'])),
    click_time: maybe(near()),
    impression_time: maybe(near()),
    install_begin_time: maybe(near()),
    referrer_click_time: maybe(near()),
    install_time: maybe(near()),
  };
  return { kind: draw.one(EVENT_KINDS), event };
}

type Sent = ReturnType<typeof anyEvent>;
type Told = Omit<VerdictAnswer, 'stored' | 'unknown_fields'>;
interface Stored {
  keyword: string;
  verdict: string;
  reason: string;
  hits: string[];
}

async function askAll(sent: readonly Sent[]): Promise<Map<string, Told>> {
  const asker = new Asker(live.app.context);
  const now = new Date('2026-11-20T12:00:00Z');
  const told = new Map<string, Told>();
  for (const { kind, event } of sent) {
    const read = readEvent(event, { receivedAt: now, now, request: { ip: '', userAgent: '' } }, () => {});
    if (!('fields' in read)) throw new Error(JSON.stringify(read));
    told.set(read.id, await asker.ask(OWN, kind, read));
  }
  return told;
}

async function sendAll(sent: readonly Sent[]): Promise<void> {
  for (const kind of EVENT_KINDS) {
    const own = sent.filter((each) => each.kind === kind).map(({ event }) => event);
    for (let at = 0; at < own.length; at += 500) await live.send(own.slice(at, at + 500), { kind });
  }
  await live.load();
}

/** What the answer could have known is what is stored, and what it could not it names. Answers how many were alike. */
async function compare(told: ReadonlyMap<string, Told>): Promise<{ alike: number; named: number; withSource: number }> {
  const counts = { alike: 0, named: 0, withSource: 0 };
  for (const { keyword, hits, verdict, reason } of await live.rows<Stored>('keyword, verdict, reason, hits')) {
    const answer = told.get(keyword);
    const asked = answer?.reasons.flatMap(({ rule }) => (rule === '' ? [] : [rule])).sort();
    const named = new Set(answer?.not_looked_at.flatMap(({ rules }) => rules.map(({ rule }) => rule)));
    if (!answer?.not_looked_at.some(({ needs }) => needs === 'source')) counts.withSource++;
    const looked = hits.filter((hit) => !named.has(hit)).sort();
    expect({ keyword, hits: asked?.filter((hit) => !named.has(hit)) }).toEqual({ keyword, hits: looked });
    if (looked.length < hits.length) counts.named++;
    else {
      counts.alike++;
      expect({ keyword, verdict: answer?.verdict, reason: answer?.reason }).toEqual({ keyword, verdict, reason });
    }
  }
  expect(counts.alike + counts.named).toBe(told.size);
  return counts;
}

describe('the verdict that is asked for', () => {
  it('is the one the same event is stored with, whatever its kind, and names every rule that needed more than it knew', async () => {
    const draw = drawing(seedOf('verdicts asked for'));
    // More than this process judges itself: stored by SQL.
    const sent = times(1_600, (n) => anyEvent(draw, n));
    const told = await askAll(sent);
    await sendAll(sent);
    const first = await compare(told);
    expect(first.alike).toBeGreaterThan(800);
    expect(first.named).toBeGreaterThan(20);
    expect(new Set([...told.values()].map(({ verdict }) => verdict))).toEqual(
      new Set(['clean', 'suspect', 'fraud', 'filtered']),
    );
    const cause = { kind: 'sweep' as const, operation: 'sweep test', author: '', reason: '' };
    await sweepPackage(live.app.context, { package: OWN, from: '2026-11-19', to: '2026-11-20', cause });
    const swept = await compare(await askAll(sent));
    expect(swept.withSource).toBeGreaterThan(first.withSource);
  }, 120_000);

  it('comes with the rules that hit, and leaves nothing behind but what it is told to store', async () => {
    const bot = await ask({ kind: 'click', event: botClick(1) });
    expect(bot).toMatchObject({
      status: 200,
      body: { event_id: 'bot-1', verdict: 'fraud', stored: 'no', rule_set: 1 },
    });
    expect(bot.body.reasons[0]).toMatchObject({ code: bot.body.reason, rule: 'non_browser', decides: true });
    const named = bot.body.not_looked_at.find(({ needs }: { needs: string }) => needs === 'others');
    expect(named.facts).toContain('clicks_1h');
    expect(await live.count('intake_batch')).toBe(0);
    const kept = await ask({
      kind: 'click',
      event: { ...cleanClick(1), event_id: undefined, color: 'red' },
      store: true,
    });
    expect(kept.body).toMatchObject({
      verdict: 'clean',
      stored: 'yes',
      unknown_fields: { count: 1, names: ['color'] },
    });
    const again = await ask({ kind: 'click', event: { ...cleanClick(1), event_id: kept.body.event_id }, store: true });
    expect(again.body.stored).toBe('before');
    await live.load();
    expect(await live.rows('verdict')).toEqual([{ verdict: 'clean' }]);
  });

  it('follows the white list and what a person says of a source within ten seconds', async () => {
    const { database } = live.app.context;
    const asker = new Asker(live.app.context, 20);
    const event = { id: 'x', fields: { publisher: 'Bots', user_agent: 'python-requests/2.31.0', ts: moment(0) } };
    expect((await asker.ask(OWN, 'click', event)).verdict).toBe('fraud');
    const values = { packageName: OWN, kind: 'condition', value: 'Bots', reason: 'Ours', author: 'test' };
    await database.pool.query(
      `INSERT INTO white_list_entry (package_name, kind, value, condition, reason, author) VALUES ($1, 'publisher', $2, $3, $4, $5)`,
      [OWN, values.value, { field: 'publisher', op: 'eq', value: 'Bots' }, values.reason, values.author],
    );
    await new Promise((done) => setTimeout(done, 25));
    const cleared = await asker.ask(OWN, 'click', event);
    expect(cleared).toMatchObject({ verdict: 'clean', reason: '' });
    expect(cleared.whitelist_id).toBeGreaterThan(0);
    await database.pool.query('DELETE FROM white_list_entry');
  });

  it('is refused with a reason for what cannot be judged', async () => {
    const event = cleanClick(1);
    const cases: [unknown, Readonly<Record<string, string>>, number, string][] = [
      [{ kind: 'click', event }, { authorization: 'Bearer wrong' }, 401, 'malformed_key'],
      [{ kind: 'clack', event }, {}, 400, 'no_such_kind'],
      [{ kind: 'click' }, {}, 400, 'no_question'],
      [
        [
          { kind: 'click', event },
          { kind: 'click', event },
        ],
        {},
        400,
        'no_question',
      ],
      [{ kind: 'click', event: { ...event, ip: 'nowhere' } }, {}, 400, 'wrong_field'],
      [{ kind: 'click', event: { ...event, ts: '1890-01-01T00:00:00Z' } }, {}, 400, 'wrong_field'],
      ['{"kind":', {}, 400, 'body_not_json'],
      [JSON.stringify({ kind: 'click', event: { url: 'x'.repeat(1_100_000) } }), {}, 413, 'body_too_large'],
      [{ kind: 'click', event }, { 'content-encoding': 'gzip' }, 400, 'not_packed'],
    ];
    for (const [body, headers, status, code] of cases) {
      const answer = await ask(body, headers);
      expect({ code, status: answer.status }).toEqual({ code, status });
      expect(JSON.stringify(answer.body)).toContain(code);
    }
    expect(await live.count('dead_letter')).toBe(0);
    expect((await live.app.context.clickhouse.query<{ n: number }>(sql`SELECT count() AS n FROM traffic`))[0]?.n).toBe(
      0,
    );
  });
});
