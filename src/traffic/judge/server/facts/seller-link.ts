import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { LinkPart } from './link-part.ts';

const SAME = trusted('row_id, kind, ts, import_id');
/** Carried through the joins by their bare names. */
const carried = (...names: string[]): Sql => trusted(names.map((name) => `r.${name} AS ${name}`).join(', '));
const ROW = ['row_id', 'kind', 'ts', 'import_id', 'old_seller_check', 'system', 'account'];
/** What a row says that is of a file itself; the others are of a subdomain, or of a partner, that it names. */
const OF_FILE = trusted(`says IN ('records', 'nobody', 'nothing')`);
/** Of a site written as an address, with or without www. */
const HOST = trusted(`'^(?:[a-z][a-z0-9+.-]*://)?(?:www[.])?([a-z0-9.-]+)'`);
/** Ids of apps are domains written backwards: com.example.news is nothing of example.news. */
const APP = trusted(`'^(?:com|org|net|io|air)[.]'`);

/** What is compared: versions that hold at all, of files that are kept. */
const held = (packageName: string): Sql =>
  sql`FROM seller_file FINAL WHERE package = ${typed('String', packageName)} AND valid_until > valid_from`;
/** The version in force when an event happened, in the shape an ASOF join asks for. */
const files = (packageName: string, kinds: string): Sql =>
  sql`SELECT name, version, says, valid_from, valid_until ${held(packageName)} AND ${OF_FILE} AND kind IN (${trusted(kinds)})`;
const records = (packageName: string): Sql =>
  sql`SELECT version, toString(system) AS system, account, min(toString(relation)) AS relation FROM seller_record
    WHERE package = ${typed('String', packageName)} GROUP BY version, system, account`;

/**
 * Accounts that partners of a version name in their own ads.txt, and from when to when; '' for their exchanges. What a
 * partner says of its own partners is not followed.
 */
const granted = (
  packageName: string,
): Sql => sql`SELECT p.version AS version, r.system AS system, arrayJoin([r.account, '']) AS account,
    groupUniqArray((f.valid_from, f.valid_until)) AS times
  FROM (SELECT version, name ${held(packageName)} AND says = 'partner') AS p
  INNER JOIN (${files(packageName, `'ads'`)}) AS f ON f.name = p.name
  INNER JOIN (${records(packageName)}) AS r ON r.version = f.version
  GROUP BY version, system, account`;
const partners = (packageName: string): Sql =>
  sql`SELECT version, groupUniqArray(name) AS names ${held(packageName)} AND says = 'partner' GROUP BY version`;

const IN_FORCE = trusted(`version != 0 AND ts < valid_until AND says IN ('records', 'nobody')`);
/** A site may serve ads of its own: nobody sold them. */
const OWN = trusted(`(system = site OR endsWith(system, concat('.', site)))`);

/**
 * Whether the file of the site or app an event was sold for names its seller at the exchange. `direct`, `reseller`: as
 * the site names it; `unauthorised`: it does not; `system_listed`: it names the exchange, and the event no account;
 * `partner`: it does not, but one with whom it shares its inventory does; `unknown_seller`: the sellers.json of the
 * exchange does not know the account; '': nobody can tell, also as long as the file of a partner is not kept. Accounts are
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
  findable: (packageName) => sql`(SELECT count() FROM seller_file WHERE package = ${typed('String', packageName)}) > 0`,
  weighs: sql`seller_check IN ('unauthorised', 'unknown_seller') OR old_seller_check IN ('unauthorised', 'unknown_seller')`,
  find: (rows, packageName) => {
    const read = sql`
SELECT ${SAME}, toString(seller_check) AS old_seller_check, lower(trimBoth(toString(declared_domain))) AS named,
  extract(named, ${HOST}) AS host, NOT match(host, ${APP}) AS is_host, replaceRegexpOne(lower(trimBoth(toString(system_domain))), '^www[.]', '') AS system,
  lower(trimBoth(toString(seller_id))) AS account
FROM (${rows})`;
    const placed = sql`
WITH (
  SELECT arraySort(each -> (-length(each.1), each.1), groupUniqArray((name, toString(kind)))) ${held(packageName)}
    AND kind != 'sellers' AND ${OF_FILE}
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
LEFT ANY JOIN (SELECT DISTINCT version, toString(system) AS system FROM seller_record WHERE package = ${typed('String', packageName)}) AS s ON s.version = r.version AND s.system = r.system`;
    const judged = sql`
SELECT ${trusted(ROW.join(', '))}, version, ${OWN} AS is_own,
  multiIf(NOT (${IN_FORCE}) OR is_own, '', says = 'nobody', 'unauthorised', relation != '', relation,
    account = '' AND is_listed, 'system_listed', 'unauthorised') AS by_file
FROM (${named})`;
    const shared = sql`
WITH (
  SELECT groupArray((name, valid_from, valid_until)) ${held(packageName)} AND kind = 'ads' AND says IN ('records', 'nobody')
    AND name IN (SELECT name ${held(packageName)} AND says = 'partner')
) AS of_partners
SELECT ${carried(...ROW, 'is_own')},
  multiIf(r.by_file != 'unauthorised' OR empty(p.names), r.by_file,
    arrayExists(each -> r.ts >= each.1 AND r.ts < each.2, g.times), if(r.account = '', 'system_listed', 'partner'),
    arrayAll(name -> arrayExists(each -> each.1 = name AND r.ts >= each.2 AND r.ts < each.3, of_partners), p.names), 'unauthorised', '') AS by_site
FROM (${judged}) AS r
LEFT ANY JOIN (${partners(packageName)}) AS p ON p.version = r.version
LEFT ANY JOIN (${granted(packageName)}) AS g ON g.version = r.version AND g.system = r.system AND g.account = r.account`;
    const ofExchange = sql`
SELECT ${carried(...ROW, 'is_own', 'by_site')}, f.version != 0 AND r.ts < f.valid_until AND f.says IN ('records', 'nobody') AND r.account != '' AS is_known, f.version AS version
FROM (${shared}) AS r
ASOF LEFT JOIN (${files(packageName, `'sellers'`)}) AS f ON f.name = r.system AND r.ts >= f.valid_from`;
    return sql`
SELECT r.row_id AS row_id, r.kind AS kind, r.ts AS ts, r.import_id AS import_id, r.old_seller_check AS old_seller_check,
  if(r.by_site != 'unauthorised' AND NOT r.is_own AND r.is_known AND a.account = '', 'unknown_seller', r.by_site) AS seller_check
FROM (${ofExchange}) AS r
LEFT ANY JOIN (${records(packageName)}) AS a ON a.version = r.version AND a.account = r.account`;
  },
};
