import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { LinkPart } from './link-facts.ts';

const SAME = trusted('row_id, kind, ts, import_id');
/** Carried through the joins by their bare names. */
const carried = (...names: string[]): Sql => trusted(names.map((name) => `r.${name} AS ${name}`).join(', '));
const ROW = ['row_id', 'kind', 'ts', 'import_id', 'old_seller_check', 'system', 'account'];
/** Of a site written as an address, with or without www. */
const HOST = trusted(`'^(?:[a-z][a-z0-9+.-]*://)?(?:www[.])?([a-z0-9.-]+)'`);
/** Ids of apps are domains written backwards: com.example.news is nothing of example.news. */
const APP = trusted(`'^(?:com|org|net|io|air)[.]'`);

/** What is compared: versions that hold at all, of files that are kept. */
const held = (packageName: string): Sql =>
  sql`FROM seller_file FINAL WHERE package = ${typed('String', packageName)} AND valid_until > valid_from`;
/** The version in force when an event happened, in the shape an ASOF join asks for. */
const files = (packageName: string, kinds: string): Sql =>
  sql`SELECT name, version, says, valid_from, valid_until ${held(packageName)} AND says != 'elsewhere' AND kind IN (${trusted(kinds)})`;
const records = (packageName: string): Sql =>
  sql`SELECT version, toString(system) AS system, account, min(toString(relation)) AS relation FROM seller_record
    WHERE package = ${typed('String', packageName)} GROUP BY version, system, account`;

const IN_FORCE = trusted(`version != 0 AND ts < valid_until AND says IN ('records', 'nobody')`);
/** A site may serve ads of its own: nobody sold them. */
const OWN = trusted(`(system = site OR endsWith(system, concat('.', site)))`);

/**
 * Whether the file of the site or app an event was sold for names its seller at the exchange. `direct`, `reseller`: as
 * the site names it; `unauthorised`: it does not; `system_listed`: it names the exchange, and the event no account;
 * `unknown_seller`: the sellers.json of the exchange does not know the account; '': nobody can tell. Accounts are
 * compared without case, since reports change it: rather one forged seller too few than a true one accused.
 *
 * A site is spoken for by the longest name of a file that is kept, whether one is in force or not; a subdomain that has a
 * file elsewhere, as the file of its domain says at the time, by nobody.
 *
 * It rests on no other event, but on files that may be learned of later; so it is made here, anew for whatever a new
 * file speaks of. Every row is a key of its own.
 */
export const SELLERS: LinkPart = {
  id: 'sellers',
  columns: { seller_check: 'LowCardinality(String)' },
  keyed: sql`declared_domain != '' AND position(system_domain, '.') > 0 AND (SELECT count() FROM seller_file) > 0`,
  key: sql`cityHash64(ts, toString(declared_domain), toString(system_domain), toString(seller_id))`,
  alone: true,
  find: (rows, packageName) => {
    const read = sql`
SELECT ${SAME}, toString(seller_check) AS old_seller_check, lower(trimBoth(toString(declared_domain))) AS named,
  extract(named, ${HOST}) AS host, NOT match(host, ${APP}) AS is_host, replaceRegexpOne(lower(trimBoth(toString(system_domain))), '^www[.]', '') AS system,
  lower(trimBoth(toString(seller_id))) AS account
FROM (${rows})`;
    const placed = sql`
WITH (
  SELECT arraySort(each -> (-length(each.1), each.1), groupUniqArray((name, toString(kind)))) ${held(packageName)}
    AND kind != 'sellers' AND says != 'elsewhere'
) AS files, (
  SELECT arraySort(each -> -length(each.1), groupArray((name, valid_from, valid_until))) ${held(packageName)} AND says = 'elsewhere'
) AS elsewhere
SELECT *,
  arrayFirst(each -> named = each.1 OR host = each.1 OR (each.2 = 'ads' AND is_host AND endsWith(host, concat('.', each.1))), files).1 AS kept,
  arrayFirst(each -> ts >= each.2 AND ts < each.3 AND (host = each.1 OR endsWith(host, concat('.', each.1))), elsewhere).1 AS apart,
  if(length(apart) > length(kept), apart, kept) AS site
FROM (${read})`;
    const ofSite = sql`
SELECT ${carried(...ROW, 'site')}, f.version AS version, f.says AS says, f.valid_until AS valid_until FROM (${placed}) AS r
ASOF LEFT JOIN (${files(packageName, `'ads', 'app-ads'`)}) AS f ON f.name = r.site AND r.ts >= f.valid_from`;
    const named = sql`
SELECT ${carried(...ROW, 'site', 'version', 'says', 'valid_until')}, a.relation AS relation, s.version != 0 AS is_listed FROM (${ofSite}) AS r
LEFT ANY JOIN (${records(packageName)}) AS a ON a.version = r.version AND a.system = r.system AND a.account = r.account
LEFT ANY JOIN (SELECT DISTINCT version, system FROM (${records(packageName)})) AS s ON s.version = r.version AND s.system = r.system`;
    const judged = sql`
SELECT ${SAME}, old_seller_check, system, account, ${OWN} AS is_own,
  multiIf(NOT (${IN_FORCE}) OR is_own, '', says = 'nobody', 'unauthorised', relation != '', relation,
    account = '' AND is_listed, 'system_listed', 'unauthorised') AS by_site
FROM (${named})`;
    const ofExchange = sql`
SELECT ${carried(...ROW, 'is_own', 'by_site')}, f.version != 0 AND r.ts < f.valid_until AND f.says = 'records' AND r.account != '' AS is_known, f.version AS version
FROM (${judged}) AS r
ASOF LEFT JOIN (${files(packageName, `'sellers'`)}) AS f ON f.name = r.system AND r.ts >= f.valid_from`;
    return sql`
SELECT r.row_id AS row_id, r.kind AS kind, r.ts AS ts, r.import_id AS import_id, r.old_seller_check AS old_seller_check,
  if(r.by_site != 'unauthorised' AND NOT r.is_own AND r.is_known AND a.account = '', 'unknown_seller', r.by_site) AS seller_check
FROM (${ofExchange}) AS r
LEFT ANY JOIN (${records(packageName)}) AS a ON a.version = r.version AND a.account = r.account`;
  },
};
