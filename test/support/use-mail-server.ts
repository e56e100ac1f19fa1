import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach } from 'vitest';

export interface Delivered {
  from: string;
  to: string[];
  source: string;
}

/** A real mail server in this process: `refuses` makes it say no to every recipient. */
export interface Inbox {
  url: string;
  mails: Delivered[];
  refuses: boolean;
  close: () => Promise<void>;
}

export async function startMailServer(password = ''): Promise<Inbox> {
  const inbox: Inbox = { url: '', mails: [], refuses: false, close: async () => {} };
  const server = new SMTPServer({
    authOptional: password === '',
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.password === password ? done(null, { user: auth.username }) : done(new Error('wrong password')),
    onRcptTo: (_address, _session, done) => done(inbox.refuses ? new Error('mailbox full') : null),
    onData: (stream, { envelope }, done) => {
      void text(stream).then((source) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        inbox.mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  inbox.url = `smtp://${password ? `me:${password}@` : ''}127.0.0.1:${port}`;
  inbox.close = () => new Promise((resolve) => server.close(() => resolve()));
  return inbox;
}

export interface MailServer {
  url: () => string;
  mails: () => ReadMail[];
  empty: () => void;
  /** Whether it says no to whatever comes. */
  refuse: (refuses: boolean) => void;
}

/** One for a file of tests, emptied before each. */
export function useMailServer(): MailServer {
  let inbox: Inbox | undefined;
  beforeAll(async () => {
    inbox = await startMailServer();
  });
  beforeEach(() => inbox?.mails.splice(0));
  afterAll(() => inbox?.close());
  return {
    url: () => inbox?.url ?? '',
    mails: () => (inbox?.mails ?? []).map(readMail),
    empty: () => inbox?.mails.splice(0),
    refuse: (refuses) => {
      if (inbox) inbox.refuses = refuses;
    },
  };
}

export interface ReadMail {
  to: string[];
  /** Names of the headers as they stand, in their order. */
  headers: string[];
  subject: string;
  text: string;
  files: { name: string; type: string; bytes: Buffer }[];
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

/** A mail as its reader sees it; written for what goes through here, not for every mail there is. */
export function readMail({ to, source }: Delivered): ReadMail {
  const whole = partOf(source);
  const parts = leaves(whole);
  const texts = parts.filter(({ headers }) => !headers.get('content-disposition')?.startsWith('attachment'));
  return {
    to,
    headers: [...whole.headers.keys()],
    subject: words(whole.headers.get('subject') ?? ''),
    text: texts.map((part) => bytesOf(part).toString('utf8')).join('\n'),
    files: parts
      .filter((part) => !texts.includes(part))
      .map((part) => ({
        name: fileName(part.headers.get('content-disposition') ?? ''),
        type: part.headers.get('content-type')?.split(';')[0] ?? '',
        bytes: bytesOf(part),
      })),
  };
}

function partOf(source: string): Part {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return { headers: new Map(headers), body: source.slice(end + 4) };
}

function leaves(part: Part): Part[] {
  const [, boundary] = /boundary="?([^";]+)/.exec(part.headers.get('content-type') ?? '') ?? [];
  if (boundary === undefined) return [part];
  const inner = `\r\n${part.body}`.split(`\r\n--${boundary}`).slice(1, -1);
  return inner.flatMap((each) => leaves(partOf(each.slice(2))));
}

function bytesOf({ headers, body }: Part): Buffer {
  const encoding = headers.get('content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body);
  return quoted(body.replaceAll('=\r\n', ''), '=');
}

/** `=C3=A4`, or `%C3%A4` in the name of a file. */
const quoted = (written: string, sign: '=' | '%'): Buffer =>
  Buffer.from(
    written.replaceAll(new RegExp(`${sign}([0-9A-F]{2})`, 'g'), (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  );

const words = (header: string): string =>
  header
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, how: string, written: string) =>
      (how.toLowerCase() === 'b' ? Buffer.from(written, 'base64') : quoted(written.replaceAll('_', ' '), '=')).toString(
        'utf8',
      ),
    );

function fileName(disposition: string): string {
  const split = [...disposition.matchAll(/filename\*(?:\d+\*?)?=(?:utf-8'')?"?([^;"]*)/gi)].map(([, part]) => part);
  if (split.length > 0) return quoted(split.join(''), '%').toString('utf8');
  return words(/filename="?([^";]*)/.exec(disposition)?.[1] ?? '');
}
