import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Session } from 'chdb';
import { afterAll, beforeAll } from 'vitest';

export interface ClickHouseServer {
  readonly url: string;
  /** The next question whose text or values hold `part` is answered with what another one was told. */
  answerWrongly(part: string): void;
}

/** Settings of the client that belong to the transport, not to the engine. */
const OF_TRANSPORT =
  /^(query|query_id|database|session_id|wait_end_of_query|send_progress_|http_|enable_http_|default_format|param_)/;

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };
const unescaped = (text: string): string => text.replace(/\\(.)/gs, (_, char: string) => ESCAPES[char] ?? char);

/** A parameter as the interface writes it: text with escapes, arrays with their texts in quotes. */
const readParameter = (text: string, isArray: boolean): string | (string | number)[] =>
  isArray
    ? [...text.matchAll(/'((?:[^'\\]|\\.)*)'|[^,[\]\s]+/gs)].map(([whole, quoted]) =>
        quoted === undefined ? Number(whole) : unescaped(quoted),
      )
    : unescaped(text);

/**
 * A ClickHouse server as far as our client goes: the real engine behind its HTTP interface, a connection for each
 * request as a server has it. There is no server in npm; this stands in for its transport, not for its answers.
 */
export function useClickHouseServer(): ClickHouseServer {
  let folder = '';
  let first: Session | undefined;
  let url = '';
  let wrongly = '';
  let lastRows = Buffer.alloc(0);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URL(request.url ?? '/', 'http://server').searchParams;
    const body = await text(request);
    const written = asked.get('query');
    const query = written === null ? body : `${written}\n${body}`;
    const session = new Session(join(folder, 'store'));
    try {
      const settings = [...asked].filter(([name]) => !OF_TRANSPORT.test(name));
      const given = [...asked].flatMap(([name, value]) =>
        name.startsWith('param_') ? [[name.slice(6), value] as const] : [],
      );
      const values = given.map(
        ([name, value]) => [name, readParameter(value, query.includes(`{${name}:Array(`))] as const,
      );
      const set = settings.map(
        ([name, value]) => `SET ${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'; `,
      );
      await session.queryAsync(`${set.join('')}USE ${asked.get('database') ?? 'default'}`);
      const made =
        values.length > 0
          ? await session.queryBindAsync(query, Object.fromEntries(values), { format: 'TabSeparated' })
          : await session.queryAsync(query, { format: 'TabSeparated' });
      let rows = Buffer.from(made.bytes());
      const isWrong = wrongly !== '' && [query, ...asked.values()].some((told) => told.includes(wrongly));
      if (isWrong) {
        wrongly = '';
        [rows, lastRows] = [lastRows, rows];
      } else if (rows.length > 0) lastRows = rows;
      response.writeHead(200, { 'x-clickhouse-query-id': asked.get('query_id') ?? '' });
      // In pieces, as a network has them.
      for (let at = 0; at < rows.length; at += 40_000) response.write(rows.subarray(at, at + 40_000));
      response.end();
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error));
    } finally {
      await session.queryAsync('SELECT 1').catch(() => {});
      session.close();
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'adsieve-server-'));
    first = new Session(join(folder, 'store'), { connectionArgs: ['--max_server_memory_usage=1400000000'] });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    first?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get url() {
      return url;
    },
    answerWrongly: (part) => {
      wrongly = part;
    },
  };
}
