import { afterAll, describe, expect, it } from 'vitest';
import { joinSql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { REPORT_FACTS_SQL } from '#traffic/intake/server/engine/report-facts-sql.ts';
import { chance } from '#traffic/judge/testing/random-events.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { type ReportedEvent, reportFacts } from './report-facts.ts';

const ch = useClickHouse();
const KNOWN = { ip_class: 'public', ip_country: 'DE' };
const day = (text: string): Date => new Date(`2026-03-01T${text}Z`);
const facts = (event: Partial<ReportedEvent>, address = KNOWN) =>
  reportFacts({ kind: 'install', ts: day('12:00:00'), ...event }, address);

describe('facts of what was reported', () => {
  it('find an address outside the declared country, where the address is a person’s own', () => {
    expect(facts({ declared_country: 'US' }).country_conflict).toBe('DE ≠ US');
    expect(facts({ declared_country: 'DE' }).country_conflict).toBe('');
    expect(facts({ declared_country: '' }).country_conflict).toBe('');
    expect(facts({ declared_country: 'US' }, { ip_class: 'vpn', ip_country: 'DE' }).country_conflict).toBe('');
    expect(facts({ declared_country: 'US' }, { ip_class: 'public', ip_country: '' }).country_conflict).toBe('');
  });

  it('find a page under another domain than declared; parts, caches and apps are none', () => {
    const conflict = (declared_domain: string, referrer: string, url = '') =>
      facts({ kind: 'impression', declared_domain, referrer, url }).domain_conflict;
    expect(conflict('news.example', 'https://cheap.example/page?a=1')).toBe('cheap.example');
    expect(conflict('https://www.News.example/', 'https://m.news.example:8443/x')).toBe('');
    expect(conflict('m.news.example', 'https://www.news.example/x')).toBe('');
    expect(conflict('news.example', 'https://news-example.cdn.ampproject.org/c/x')).toBe('');
    expect(conflict('news.example', '', 'https://evil.example/news.example')).toBe('evil.example');
    expect(conflict('news.example', 'https://news.example@evil.example/')).toBe('evil.example');
    expect(conflict('notnews.example', 'https://news.example/')).toBe('news.example');
    expect(conflict('com.example.game', 'https://cheap.example/')).toBe('');
    expect(conflict('news.example', 'about:blank')).toBe('');
    expect(conflict('', 'https://cheap.example/')).toBe('');
  });

  it('find a store referrer that names somebody else, or nobody', () => {
    const conflict = (install_referrer: string, publisher = 'Ad Network', kind = 'install', install_type = '') =>
      facts({ kind, publisher, install_referrer, install_type }).referrer_conflict;
    expect(conflict('utm_source=google-play&utm_medium=organic')).toBe('organic');
    expect(conflict('utm_source%3Dgoogle-play%26utm_medium%3Dorganic')).toBe('organic');
    expect(conflict('utm_source=google-play&utm_medium=referral')).toBe('');
    expect(conflict('utm_source=(not%20set)&utm_medium=(not%20set)')).toBe('');
    expect(conflict('pid=adnetwork_int&c=spring')).toBe('');
    expect(conflict('utm_source=other&pid=rival_int')).toBe('rival_int');
    expect(conflict('utm_source=rival')).toBe('rival');
    expect(conflict('gclid=abc&utm_source=rival')).toBe('');
    expect(conflict('utm_source=google-play&utm_medium=organic', 'organic')).toBe('');
    expect(conflict('utm_source=rival', 'Ad Network', 'app_event')).toBe('');
    expect(conflict('utm_source=rival', 'Ad Network', 'install', 'organic')).toBe('');
  });

  it('name the first pair of times that contradict each other, and by how much', () => {
    const order = (event: Partial<ReportedEvent>) => {
      const { order_break, order_break_seconds } = facts(event);
      return [order_break, order_break_seconds];
    };
    const click = { click_time: day('11:00:00') };
    expect(order({ ...click, install_time: day('10:59:50') })).toEqual(['install_before_click', 10]);
    expect(order({ ...click, install_time: day('11:00:00') })).toEqual(['', null]);
    expect(order({ ...click, install_time: day('10:00:00'), install_type: 're-engagement' })).toEqual(['', null]);
    expect(order({ install_begin_time: day('11:00:30'), install_time: day('11:00:00') })).toEqual([
      'open_before_begin',
      30,
    ]);
    expect(order({ kind: 'click', ...click, impression_time: day('11:00:07') })).toEqual([
      'click_before_impression',
      7,
    ]);
    expect(order({ kind: 'app_event', install_time: day('12:00:09') })).toEqual(['event_before_install', 9]);
    expect(order({ kind: 'app_event', install_time: day('11:59:00') })).toEqual(['', null]);
    expect(order({})).toEqual(['', null]);
  });

  it('measure the time to a viewable report in whole seconds that passed', () => {
    const measured = (event_name: string, impression: string) =>
      facts({ kind: 'impression', event_name, impression_time: day(impression) }).viewable_after_seconds;
    expect(measured('viewable', '11:59:58.100')).toBe(1);
    expect(measured('ViewableImpression', '11:59:58.000')).toBe(2);
    expect(measured('viewable', '12:00:00.400')).toBe(-1);
    expect(measured('start', '11:59:58.000')).toBeNull();
  });
});

/** Values at every border of the definitions; missing ones included. */
function randomReports(count: number, seed: number): (ReportedEvent & { ip_class: string; ip_country: string })[] {
  const next = chance(seed);
  const pick = <T>(...values: [T, ...T[]]): T => values[Math.floor(next() * values.length)] ?? values[0];
  const moment = () => (next() < 0.3 ? null : new Date(day('12:00:00').getTime() + Math.floor(next() * 41 - 20) * 450));
  const host = () =>
    pick('', 'news.example', 'www.news.example', 'm.news.example', 'cheap.example', 'x.doubleclick.net');
  return Array.from({ length: count }, () => ({
    kind: pick('install', 'install', 'click', 're_click', 'app_event', 'impression', 'vast_tracking'),
    ts: new Date(day('12:00:00').getTime() + Math.floor(next() * 20 - 10) * 700),
    publisher: pick('', 'organic', 'Ad Network', 'rival', '広告'),
    install_type: pick('', 'install', 'organic', 're-engagement', 're-attribution'),
    event_name: pick('', 'viewable', 'Viewable Impression', 'in_view', 'start'),
    declared_country: pick('', 'DE', 'US'),
    declared_domain: pick('', 'NEWS.example', 'https://www.news.example/a', 'com.example.game', 'one', 'cheap.example'),
    url:
      next() < 0.5
        ? ''
        : `${pick('https', 'HTTP', 'android-app')}://${pick('', 'a:b@')}${host()}${pick('', ':81', '/p?x=y', '#f')}`,
    referrer: next() < 0.5 ? '' : `https://${host()}${pick('', '/', '?a=b')}`,
    install_referrer: pick(
      '',
      'utm_source=rival',
      'utm_source%3DRival%26utm_medium%3dcpc',
      'pid=ad_network_int&af_c=1',
      'utm_source=google-play&utm_medium=organic',
      'utm_medium=organic',
      'gclid=1&utm_source=x',
      'utm_source=(not%20set)',
      'x=utm_source=y',
    ),
    click_time: moment(),
    impression_time: moment(),
    install_begin_time: moment(),
    install_time: moment(),
    ad_width: pick(null, 0, 1, 300, 2_147_483_647),
    ad_height: pick(null, 0, 1, 250, 2_147_483_647),
    ip_class: pick('', 'public', 'vpn'),
    ip_country: pick('', 'DE', 'US'),
  }));
}

describe('the same facts in an import', () => {
  afterAll(() => ch.command(sql`DROP TABLE IF EXISTS reported`));

  it('equal those of live events on 5,000 random reports', async () => {
    await ch.command(sql`CREATE TABLE reported AS traffic ENGINE = Memory`);
    const events = randomReports(5_000, 4);
    const text = (date: Date | null | undefined) => date?.toISOString().replace('T', ' ').replace('Z', '') ?? null;
    await ch.insert(
      'reported',
      events.map(({ ts, click_time, impression_time, install_begin_time, install_time, ...event }, record_no) => ({
        ...event,
        record_no,
        ts: text(ts),
        click_time: text(click_time),
        impression_time: text(impression_time),
        install_begin_time: text(install_begin_time),
        install_time: text(install_time),
      })),
    );
    const columns = Object.entries(REPORT_FACTS_SQL).map(([name, value]) => sql`${value} AS ${trusted(name)}`);
    const told = await ch.query<Record<string, unknown>>(
      sql`SELECT ${joinSql(columns, ', ')} FROM (SELECT * REPLACE (toString(kind) AS kind) FROM reported) AS s INNER JOIN (SELECT record_no, ip_class, ip_country FROM reported) AS f ON s.record_no = f.record_no ORDER BY s.record_no`,
    );
    const expected = events.map((event) => reportFacts(event, event));
    for (const [index, row] of told.entries())
      expect({ ...row, of: events[index] }).toEqual({ ...expected[index], of: events[index] });
    for (const name of Object.keys(REPORT_FACTS_SQL))
      expect([name, told.some((row) => row[name] !== '' && row[name] !== null)]).toEqual([name, true]);
  });
});
