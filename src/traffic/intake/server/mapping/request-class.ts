import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { LeftOut } from '#traffic/intake/contract/import-endpoints.ts';
import { type ImportMapping, REQUEST_CLASSES, type RequestClass } from '#traffic/intake/contract/import-mapping.ts';
import { quoted } from './value-sql.ts';

/** Stands where a fault names its field: the record is sound, but no event. */
export const LEFT_OUT = 'requests';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** What pages are made of and what is downloaded from them. Endings that pages have too (`.php`, none) are not here. */
export const ASSET_ENDINGS = words(`
  png gif jpg jpeg jpe webp avif svg svgz ico cur bmp tif tiff heic
  css js mjs cjs map less scss wasm
  woff woff2 ttf eot otf
  mp3 mp4 m4a m4v m4s mpg mpeg mov avi mkv webm ogg ogv oga wav flac aac flv swf m3u8 mpd vtt srt
  pdf doc docx xls xlsx ppt pptx odt ods odp rtf csv tsv tex eps ps txt text log conf cfg ini md patch diff
  zip gz tgz bz2 xz 7z rar tar jar war ear exe msi dmg pkg deb rpm apk ipa iso img bin gem whl
  c cpp h py pyc rb sh lua pl java spec webmanifest crx xpi torrent pcap xsl xsd dtd`);

/** Answers of programs to programs. */
const CALL_ENDINGS = words('json jsonl ndjson xmlrpc ashx asmx svc');
const FEED_ENDINGS = words('rss rss2 rss20 atom atom10 rdf');

/** A picture of one pixel is a beacon: 35 to 43 bytes as GIF, 67 to 95 as PNG. */
const BEACON_BYTES = 100;

const FEED_PATH = `(^|/)(robots|ads|app-ads|humans|security|llms)[.]txt$|/[.]well-known/|(^|/)(feed|feeds|rss2?|atom)(/|[.](xml|php)$|$)|/wp-(rss2?|atom|rdf|feed|commentsrss2)[.]php$|(^|/)sitemap[^/]*[.]xml([.]gz)?$|(^|/)sellers[.]json$`;
/**
 * Feeds of blogs that tell them from pages by a parameter: Blosxom `?flav=rss20`, WordPress `?feed=rss2`, Joomla
 * `?format=feed&type=rss`, Blogger `?alt=rss`. Of these parameters only: `?q=rss` is a search, `utm_medium=feed` a visit.
 */
const FEED_QUERY = `(^|[&;])((flav|flavou?r|feed|format|type|alt)=(comments-)?(rss|atom|rdf)[0-9._]*|(feed|format)=feed|rss|atom)=?(&|;|$)`;
const CALL_PATH = `^/([^/]+/)?(api|graphql|rest|rpc|ajax|wp-json|cdn-cgi)(/|$)|/(admin-ajax|xmlrpc|wp-cron)[.]php$|/(beacon|collect|ping|heartbeat|health|healthz|livez|readyz|server-status|nginx_status)/?$`;
const CALL_TYPE = '^(application|text)/([a-z0-9.+-]*[+])?(json|x-ndjson|event-stream|x-protobuf|grpc.*)';
const FEED_TYPE = '^application/(rss|atom|rdf)[+]xml';
const ASSET_TYPE =
  '^(image|font|audio|video)/|^text/(css|javascript|csv)|^application/(javascript|x-javascript|pdf|zip|gzip|octet-stream|wasm|font|x-font|vnd[.])';

const PAGE_TYPE = '^(text/html|application/xhtml)';

const extract = (text: Sql, pattern: string): Sql => sql`extract(${text}, ${quoted(pattern)})`;
const matches = (column: string, pattern: string): Sql => sql`match(${trusted(column)}, ${quoted(pattern)})`;
const any = (values: readonly string[]): Sql => sql`${typed('Array(String)', [...values])}`;

export interface RequestTexts {
  /** Raw text as the file has it; undefined where no column says it. */
  method: Sql | undefined;
  status: Sql | undefined;
  url: Sql;
  contentType: Sql | undefined;
  size: Sql | undefined;
}

/**
 * Selected beside the raw texts: what a request was for, by what was asked and what was answered, as `v_requests`; the
 * first that holds. What nothing is known of is a page: leaving out a visit is worse than counting a request too many.
 */
export function requestColumns(texts: RequestTexts, { reading }: Pick<ImportMapping, 'reading'>): Sql[] {
  const isLog = reading.shape === 'web_log';
  // Apache writes a body of no bytes as a dash, which the scanner hands on as nothing.
  const size = texts.size
    ? sql`toInt64OrDefault(if(${texts.size} = '', ${quoted(isLog ? '0' : '-1')}, ${texts.size}), toInt64(-1))`
    : sql`toInt64(-1)`;
  const path = extract(sql`lower(${texts.url})`, '^(?:[a-z]+ )?(?:[a-z]+://[^/?#]*)?([^?# ]*)');
  const query = extract(sql`lower(${texts.url})`, '^[^?# ]* ?[^?# ]*[?]([^# ]*)');
  const given = texts.method ?? sql`''`;
  const method = sql`upper(if(${given} = '', ${extract(texts.url, '^([A-Za-z]+) ')}, ${given}))`;
  const cases: [when: Sql, what: RequestClass][] = [
    [sql`q_status >= 400`, 'error'],
    [sql`q_status >= 300 AND q_status != 304`, 'redirect'],
    // A TLS hello on port 80 has neither method nor address.
    ...(isLog ? [[sql`q_method = ''`, 'error'] satisfies [Sql, RequestClass]] : []),
    [sql`q_method NOT IN ('', 'GET') OR q_status IN (101, 204, 205)`, 'call'],
    [
      sql`${matches('q_path', FEED_PATH)} OR ${matches('q_query', FEED_QUERY)} OR q_ending IN ${any(FEED_ENDINGS)} OR ${matches('q_type', FEED_TYPE)}`,
      'feed',
    ],
    [
      sql`q_status = 200 AND q_ending IN ('gif', 'png') AND q_size BETWEEN 0 AND ${trusted(String(BEACON_BYTES))}`,
      'call',
    ],
    [sql`q_ending IN ${any(ASSET_ENDINGS)}`, 'asset'],
    [matches('q_type', PAGE_TYPE), 'page'],
    [
      sql`q_ending IN ${any(CALL_ENDINGS)} OR ${matches('q_type', CALL_TYPE)} OR ${matches('q_path', CALL_PATH)}`,
      'call',
    ],
    [matches('q_type', ASSET_TYPE), 'asset'],
    [sql`q_status = 200 AND q_size = 0`, 'call'],
  ];
  const what = joinSql(
    cases.map(([when, name]) => sql`${when}, ${quoted(name)}`),
    ',\n    ',
  );
  return [
    sql`toUInt16OrZero(${texts.status ?? quoted('')}) AS q_status`,
    sql`${method} AS q_method`,
    sql`lower(${texts.contentType ?? quoted('')}) AS q_type`,
    sql`${size} AS q_size`,
    sql`${path} AS q_path`,
    sql`${query} AS q_query`,
    sql`${extract(trusted('q_path'), '[.]([a-z0-9]+)$')} AS q_ending`,
    sql`multiIf(${what}, 'page') AS v_requests`,
  ];
}

/** Keys a request is told by beside the stored columns, with the first that is not empty. */
export function firstFilled(keys: readonly string[], column: (key: string) => Sql | undefined): Sql | undefined {
  const found = keys.map(column).filter((each) => each !== undefined);
  let text = found.at(-1);
  for (const each of found.slice(0, -1).reverse()) text = sql`if(${each} != '', ${each}, ${text ?? sql`''`})`;
  return text;
}

/** Rows of a stage table (or what will be one) that are sound but no events, by class, most first. */
export const leftOutSql = (rows: Sql): Sql =>
  sql`SELECT fault_value AS what, toUInt32(count()) AS records, substring(argMin(url, record_no), 1, ${trusted(String(LONGEST_EXAMPLE))}) AS example
    FROM ${rows} WHERE fault = ${quoted(LEFT_OUT)} GROUP BY what ORDER BY records DESC, what`;

const LONGEST_EXAMPLE = 200;

/** Counts of two pieces of a file. */
export const addLeftOut = (some: readonly LeftOut[], more: readonly LeftOut[]): LeftOut[] =>
  REQUEST_CLASSES.flatMap((what) => {
    const both = [...some, ...more].filter((each) => each.what === what);
    const [first] = both;
    return first ? [{ ...first, records: both.reduce((sum, { records }) => sum + records, 0) }] : [];
  });
