import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Session } from 'chdb';
import { afterAll, beforeAll } from 'vitest';

/** The only cluster there is, as far as statements may say. */
export const CLUSTER = 'main';

/** A server as the program meets it; `open` comes before the first question. */
export interface StandIn {
  readonly url: string;
  /** The next question whose text or values hold `part` is answered with what another one was told. */
  answerWrongly(part: string): void;
  close(): Promise<void>;
}

export type ClickHouseServer = Omit<StandIn, 'close'>;

/** Parameters of the address that belong to the transport, not to the engine. */
const OF_TRANSPORT =
  /^(query|query_id|database|session_id|wait_end_of_query|send_progress_|http_|enable_http_|default_format|user|password|param_)/;

const literal = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** What a server says that was asked for something wrong: its number in a header, and words. */
class Refused extends Error {}
const refused = (code: number, words: string, name: string): Refused =>
  new Refused(`Code: ${code}. DB::Exception: ${words}. (${name}) (version 26.7.2.1)`);

const MUTATION = /^\s*(?:\/\*.*?\*\/\s*)?ALTER TABLE \w+(?: ON CLUSTER '\w+')? (?:UPDATE|DELETE)\b/i;
/** Tables of one piece of work, which lie where its process asks. */
const OF_WORK = /\b(?:import_work_|judge_work_|undo_)\w+/;

/**
 * What replicas would refuse that one engine alone would not; and the statement as that engine takes it, for it has no
 * Keeper.
 */
function asAlone(query: string, settings: ReadonlyMap<string, string>): string {
  const [, cluster] = /\bON CLUSTER '([^']*)'/.exec(query) ?? [];
  if (cluster !== undefined && cluster !== CLUSTER)
    throw refused(701, `Requested cluster '${cluster}' not found`, 'CLUSTER_DOESNT_EXIST');
  if (cluster === undefined && /^\s*CREATE TABLE\b.*\bENGINE = Replicated/is.test(query))
    throw refused(36, 'A replicated table was made on one replica only', 'BAD_ARGUMENTS');
  if (MUTATION.test(query) && /\bSELECT\b/i.test(query)) {
    if (OF_WORK.test(query)) throw refused(60, 'Another replica has no such table', 'UNKNOWN_TABLE');
    if (settings.get('allow_nondeterministic_mutations') !== '1')
      throw refused(36, 'ALTER UPDATE/DELETE with subqueries may be nondeterministic on replicas', 'BAD_ARGUMENTS');
  }
  if (/^SYSTEM SYNC REPLICA ON CLUSTER '\w+' \w+ LIGHTWEIGHT$/.test(query.trim())) return 'SELECT 1';
  return query.replace(/\bON CLUSTER '[^']*'/, '').replace(/\bENGINE = Replicated(?=\w*MergeTree)/, 'ENGINE = ');
}

/**
 * A ClickHouse server as far as our client goes: the real engine behind its HTTP interface, a connection for each
 * request as a server has it. There is no server in npm; this stands in for its transport, and for what replicas
 * refuse, not for its answers.
 */
export async function openStandIn(lay: (folder: string) => Promise<void> = async () => {}): Promise<StandIn> {
  const folder = await mkdtemp(join(tmpdir(), 'adsieve-server-'));
  await lay(folder);
  const store = join(folder, 'store');
  const first = new Session(store, { connectionArgs: ['--max_server_memory_usage=1400000000'] });
  let wrongly = '';
  let lastRows = Buffer.alloc(0);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URL(request.url ?? '/', 'http://server').searchParams;
    const sent = await buffer(request);
    const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString('utf8');
    const written = asked.get('query');
    const query = written === null ? body : body === '' ? written : `${written}\n${body}`;
    const session = new Session(store);
    try {
      const settings = new Map([...asked].filter(([name]) => !OF_TRANSPORT.test(name)));
      const values = [...asked].filter(([name]) => name.startsWith('param_'));
      const set = [...settings, ...values].map(([name, value]) => `SET ${name} = ${literal(value)}; `);
      const format = asked.get('default_format') ?? 'TabSeparated';
      const alone = asAlone(query, settings);
      await session.queryAsync(`${set.join('')}USE ${asked.get('database') ?? 'default'}`);
      const made = await session.queryAsync(alone, { format });
      let rows = Buffer.from(made.bytes());
      const isWrong = wrongly !== '' && [query, ...asked.values()].some((told) => told.includes(wrongly));
      if (isWrong) {
        wrongly = '';
        [rows, lastRows] = [lastRows, rows];
      } else if (rows.length > 0) lastRows = rows;
      const packs =
        asked.get('enable_http_compression') === '1' && /\bgzip\b/.test(String(request.headers['accept-encoding']));
      response.writeHead(200, {
        'x-clickhouse-query-id': asked.get('query_id') ?? '',
        'x-clickhouse-format': format,
        'x-clickhouse-timezone': 'UTC',
        'x-clickhouse-server-display-name': 'stand-in',
        'x-clickhouse-summary': JSON.stringify({ read_rows: String(made.rowsRead ?? 0) }),
        ...(packs ? { 'content-encoding': 'gzip' } : {}),
      });
      const bytes = packs ? gzipSync(rows) : rows;
      // In pieces, as a network has them.
      for (let at = 0; at < bytes.length; at += 40_000) response.write(bytes.subarray(at, at + 40_000));
      response.end();
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      const code = /\bCode: (\d+)/.exec(words)?.[1] ?? '1002';
      response.writeHead(500, { 'x-clickhouse-exception-code': code }).end(words || 'Code: 1002. (UNKNOWN_EXCEPTION)');
    } finally {
      await session.queryAsync('SELECT 1').catch(() => {});
      session.close();
    }
  }

  // As much of an address as a server takes (http_max_uri_size): values are in it.
  const server = createServer({ maxHeaderSize: 1_048_576 }, (request, response) => {
    if (request.url?.startsWith('/ping')) response.end('Ok.\n');
    else void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWrongly: (part) => {
      wrongly = part;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      first.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One for this test file. */
export function useClickHouseServer(): ClickHouseServer {
  let opened: StandIn | undefined;
  beforeAll(async () => {
    opened = await openStandIn();
  });
  afterAll(() => opened?.close());
  return {
    get url() {
      return opened?.url ?? '';
    },
    answerWrongly: (part) => opened?.answerWrongly(part),
  };
}
