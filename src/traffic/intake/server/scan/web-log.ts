import { isUtf8 } from 'node:buffer';
import type { LineParser } from './line-scanner.ts';
import { URL_PART_COLUMNS, urlParts } from './url-parts.ts';

/** Columns of a common or combined log line, then what its address tells. */
export const WEB_LOG_COLUMNS = [
  'ip',
  'user',
  'time',
  'method',
  'request',
  'protocol',
  'status',
  'bytes',
  'referrer',
  'user_agent',
  'host',
  ...URL_PART_COLUMNS,
] as const;

const QUOTED = String.raw`"((?:[^"\\]|\\.)*)"`;
/**
 * Apache and nginx: [vhost[:port] ]ip ident user [time] "request" status bytes["referrer" "agent"]… A time holds no
 * bracket of either sort: where one opens, the next try begins, so that a line of nothing but brackets is read once.
 * Else each would be read to the end, which for a record of a megabyte takes three quarters of an hour.
 */
const LOG_LINE = new RegExp(
  String.raw`^(?:([\w.-]+(?::\d+)?) )?([\da-fA-F.:]+|[\w.-]+) \S+ (.+?) \[([^\][]+)\] ${QUOTED} (\d{3}|-) (\d+|-)(?: ${QUOTED} ${QUOTED})?`,
);

export const isWebLogLine = (line: string): boolean => LOG_LINE.test(line);

const orEmpty = (text: string | undefined): string => (text === undefined || text === '-' ? '' : unescapeLog(text));

/**
 * Apache and nginx write \" for a quote and \xhh for other bytes; bytes in a row are text in UTF-8, or else Latin-1.
 */
const unescapeLog = (text: string): string =>
  text.includes('\\')
    ? text.replace(/((?:\\x[\da-f]{2})+)|\\(["\\])/gi, (_, bytes, quoted) => quoted ?? decodeBytes(bytes))
    : text;

function decodeBytes(escaped: string): string {
  const bytes = Buffer.from(escaped.replace(/\\x/gi, ''), 'hex');
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
}

export const parseWebLogLine: LineParser = (line) => {
  const found = LOG_LINE.exec(line);
  if (!found) return 'not_a_log_line';
  const [, host = '', ip = '', user, time = '', request = '', status, bytes, referrer, agent] = found;
  const [method = '', target = '', protocol = ''] = unescapeLog(request).split(' ');
  // Broken requests (a TLS hello on port 80) have no method; the line is a record all the same.
  const sound = /^[A-Z]+$/.test(method) && target !== '';
  const url = sound ? target : '';
  return [
    ip,
    orEmpty(user),
    time,
    sound ? method : '',
    sound ? target : unescapeLog(request),
    protocol,
    orEmpty(status),
    orEmpty(bytes),
    orEmpty(referrer),
    orEmpty(agent),
    host.replace(/:\d+$/, ''),
    ...urlParts(url, orEmpty(referrer)),
  ];
};
