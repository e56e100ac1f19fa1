import { z } from 'zod';

/** A request as somebody has recorded it: '' for what the record does not tell. */
export interface Recorded {
  address: string;
  ip: string;
  userAgent: string;
  referrer: string;
}

/** What a command line of curl says of itself where it names no agent. */
const CURL_AGENT = 'curl/8.5.0';

/** Of an archive of requests (HAR 1.2) what is read here: its first request. */
const archive = z.object({
  log: z.object({
    entries: z
      .array(
        z.object({
          request: z.object({
            url: z.string(),
            headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
          }),
        }),
      )
      .min(1),
  }),
});

/** Lines of a request, a command line of curl, or an archive (HAR), by its looks; null for what is none of them. */
export function readRecorded(pasted: string): Recorded | null {
  const text = pasted.trim();
  if (text.startsWith('{')) return ofArchive(text);
  if (/^(?:\$\s*)?curl(?:\.exe)?\s/i.test(text)) return ofCurl(text);
  return ofLines(text);
}

type Header = readonly [name: string, value: string];

function recorded(address: string, headers: readonly Header[], agent = ''): Recorded {
  const named = (name: string): string => headers.find(([each]) => each.toLowerCase() === name)?.[1].trim() ?? '';
  return {
    address,
    ip: named('x-forwarded-for').split(',')[0]?.trim() ?? '',
    userAgent: named('user-agent') || agent,
    referrer: named('referer'),
  };
}

function ofArchive(text: string): Recorded | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  const [first] = archive.safeParse(read).data?.log.entries ?? [];
  if (!first) return null;
  const { url, headers } = first.request;
  return recorded(
    url,
    headers.map(({ name, value }) => [name, value]),
  );
}

const HEADER = /^([\w-]+):(.*)$/;
const headerIn = (line: string): Header[] => {
  const [, name, value] = HEADER.exec(line.trim()) ?? [];
  return name === undefined ? [] : [[name, value ?? '']];
};

/** The first line may be that of the request; a line that is neither makes the whole no request. */
function ofLines(text: string): Recorded | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const asked = /^(?:GET|POST|HEAD) (\S+)/.exec(lines[0] ?? '')?.[1];
  const rest = asked === undefined ? lines : lines.slice(1);
  const headers = rest.flatMap(headerIn);
  if (lines.length === 0 || headers.length < rest.length) return null;
  return recorded(asked ?? '', headers);
}

const TOKEN = /\$?'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|((?:[^\s'"\\]|\\.)+)/gs;
/** Options that a value follows and that say nothing of what is looked at here. */
const WITH_VALUE = new Set(['-X', '--request', '-d', '--data', '--data-raw', '-b', '--cookie', '-o', '--output', '-m']);
const OF_HEADERS: Readonly<Record<string, string>> = {
  '-A': 'user-agent',
  '--user-agent': 'user-agent',
  '-e': 'referer',
  '--referer': 'referer',
};

function ofCurl(text: string): Recorded | null {
  const words = [...text.replace(/[\\^]\r?\n/g, ' ').matchAll(TOKEN)]
    .map(([, single, double, bare]) => (single ?? double ?? bare ?? '').replace(/\\(.)/g, '$1'))
    .slice(1);
  const headers: Header[] = [];
  let address = '';
  while (words.length > 0) {
    const word = words.shift() ?? '';
    const name = OF_HEADERS[word];
    if (word === '-H' || word === '--header') headers.push(...headerIn(words.shift() ?? ''));
    else if (name !== undefined) headers.push([name, words.shift() ?? '']);
    else if (word === '--url') address = words.shift() ?? '';
    else if (WITH_VALUE.has(word)) words.shift();
    else if (!word.startsWith('-') && address === '') address = word;
  }
  return address === '' ? null : recorded(address, headers, CURL_AGENT);
}
