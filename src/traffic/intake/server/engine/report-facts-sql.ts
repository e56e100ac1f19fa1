import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import {
  BUNDLE,
  DECLARED_HOST,
  FRAMES,
  NOBODY,
  RETURNS,
  type ReportFacts,
  URL_HOST,
  VIEWABLE,
} from '#traffic/enrich/server/report-facts.ts';
import type { FactName } from '#traffic/event/contract/facts.ts';

export const secondsSql = (from: string, to: string): Sql =>
  trusted(
    `if(isNull(${from}) OR isNull(${to}), NULL, toInt32(greatest(-2147483647, least(2147483647, dateDiff('second', ${from}, ${to})))))`,
  );

const texts = (values: readonly string[]): string => `(${values.map((value) => `'${value}'`).join(', ')})`;

/** The same over columns of staged rows `s` and address facts `f`. */
export const REPORT_FACTS_SQL: { readonly [F in keyof ReportFacts & FactName]: Sql } = {
  country_conflict: trusted(
    `if(f.ip_class = 'public' AND s.declared_country != '' AND f.ip_country != '' AND toString(s.declared_country) != toString(f.ip_country),
      concat(toString(f.ip_country), ' ≠ ', toString(s.declared_country)), '')`,
  ),
  domain_conflict: domainConflictSql(),
  referrer_conflict: referrerConflictSql(),
  order_break: orderBreakSql((name) => sql`${trusted(`'${name}'`)}`, sql`''`),
  order_break_seconds: orderBreakSql((_, from, to) => secondsSql(from, to), sql`NULL`),
  install_to_event_seconds: sql`if(s.kind = 'app_event', ${secondsSql('s.install_time', 's.ts')}, NULL)`,
  viewable_after_seconds: trusted(
    `if(isNull(s.impression_time) OR ${plainSql('s.event_name')} NOT IN ${texts(VIEWABLE)}, NULL,
      toInt32(greatest(-2147483647, least(2147483647, floor(dateDiff('millisecond', s.impression_time, s.ts) / 1000)))))`,
  ),
  ad_area: trusted(
    'if(isNull(s.ad_width) OR isNull(s.ad_height), NULL, toInt32(least(2147483647, toInt64(s.ad_width) * toInt64(s.ad_height))))',
  ),
};

function plainSql(text: string): string {
  return `replaceRegexpAll(replaceRegexpOne(lower(toString(${text})), '_int$', ''), '[^a-z0-9]', '')`;
}

function domainConflictSql(): Sql {
  const named = `extract(lower(toString(s.declared_domain)), '${DECLARED_HOST}')`;
  const host = (column: string) => `extract(lower(${column}), '${URL_HOST}')`;
  const seen = `if(${host('s.referrer')} != '', ${host('s.referrer')}, ${host('s.url')})`;
  const inside = (a: string, b: string) => `(${a} = ${b} OR endsWith(${a}, concat('.', ${b})))`;
  const frames = FRAMES.map((frame) => inside(seen, `'${frame}'`)).join(' OR ');
  return trusted(
    `if(s.declared_domain = '' OR ${named} = '' OR ${seen} = '' OR match(${named}, '${BUNDLE}') OR ${inside(seen, named)} OR ${inside(named, seen)} OR ${frames}, '', ${seen})`,
  );
}

function referrerConflictSql(): Sql {
  const text = `replaceRegexpAll(replaceRegexpAll(s.install_referrer, '(?i)%3d', '='), '%26', '&')`;
  const part = (name: string) => `extract(${text}, '(?:^|[?&])${name}=([^&]*)')`;
  const source = `if(${part('pid')} != '', ${part('pid')}, ${part('utm_source')})`;
  const [named, claims] = [plainSql(source), plainSql('s.publisher')];
  return trusted(
    `multiIf(s.install_referrer = '' OR s.kind != 'install' OR s.install_type = 'organic' OR ${claims} IN ('', 'organic'), '',
      ${part('utm_medium')} = 'organic' AND ${named} IN ${texts(NOBODY)}, 'organic',
      ${part('gclid')} != '' OR ${named} IN ${texts(NOBODY)} OR position(${named}, ${claims}) > 0 OR position(${claims}, ${named}) > 0, '',
      ${source})`,
  );
}

function orderBreakSql(value: (name: string, from: string, to: string) => Sql, none: Sql): Sql {
  const broken = (earlier: string, later: string) => `ifNull(${earlier} > ${later}, false)`;
  const install = `s.kind = 'install' AND s.install_type NOT IN ${texts(RETURNS)}`;
  const when = (condition: string) => trusted(condition);
  return sql`multiIf(
    ${when(`${install} AND ${broken('s.click_time', 's.install_time')}`)}, ${value('install_before_click', 's.install_time', 's.click_time')},
    ${when(`${install} AND ${broken('s.install_begin_time', 's.install_time')}`)}, ${value('open_before_begin', 's.install_time', 's.install_begin_time')},
    ${when(`s.kind IN ('click', 're_click') AND ${broken('s.impression_time', 's.click_time')}`)}, ${value('click_before_impression', 's.click_time', 's.impression_time')},
    ${when(`s.kind = 'app_event' AND ${broken('s.install_time', 's.ts')}`)}, ${value('event_before_install', 's.ts', 's.install_time')},
    ${none})`;
}
