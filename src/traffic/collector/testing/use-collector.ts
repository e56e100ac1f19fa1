import { beforeAll, beforeEach } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { type AppOptions, type TestApp, useApp } from '../../../../test/support/use-app.ts';
import { Loader } from '../server/loader.ts';

export const OWN = 'own.example';

export interface Sent {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape; the server validates them
  body: any;
  headers: Readonly<Record<string, unknown>>;
}

export interface SendOptions {
  kind?: string;
  query?: string;
  headers?: Readonly<Record<string, string>>;
  /** The usual one when left out; null for none. */
  key?: string | null;
}

export interface TestCollector {
  readonly app: TestApp;
  readonly admin: string;
  readonly key: string;
  makeKey(
    name: string,
    more?: { origins?: string[]; package_name?: string; per_second?: number; per_day?: number },
  ): Promise<{ id: number; secret: string }>;
  /** Sends it as it is when it is text or bytes, else as JSON. */
  send(payload: unknown, options?: SendOptions): Promise<Sent>;
  /** Everything that waits, as the program would. */
  load(): Promise<void>;
  rows<T>(columns: string): Promise<T[]>;
  count(table: string): Promise<number>;
  clear(): Promise<void>;
}

/** The whole server with one package and a key of its own; nothing is loaded before it is asked for. */
export function useCollector(options: AppOptions = {}): TestCollector {
  const app = useApp(options);
  let admin = '';
  let key = '';
  const clear = async (): Promise<void> => {
    await app.context.clickhouse.command(sql`TRUNCATE TABLE traffic`);
    await app.context.database.pool.query('TRUNCATE intake_batch, intake_seen, dead_letter, intake_count');
  };
  const makeKey: TestCollector['makeKey'] = async (name, more = {}) => {
    const body = { package_name: OWN, name, ...more };
    const answer = await app.call('POST', '/api/live-traffic/keys', { token: admin, body });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data;
  };
  beforeAll(async () => {
    await app.package({ name: OWN });
    await app.package({ name: 'foreign.example' });
    admin = await app.signIn({ email: 'admin@own.example', role: 'admin', packages: [OWN] });
    key = (await makeKey('Server')).secret;
  });
  beforeEach(clear);
  return {
    app,
    get admin() {
      return admin;
    },
    get key() {
      return key;
    },
    makeKey,
    clear,
    async send(payload, { kind = 'click', query = '', headers = {}, key: own = key } = {}) {
      const raw = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
      const answer = await app.app.http.inject({
        method: 'POST',
        url: `/api/ingest/${kind}${query}`,
        payload: raw,
        headers: {
          'content-type': 'application/json',
          ...(own === null ? {} : { authorization: `Bearer ${own}` }),
          ...headers,
        },
      });
      return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
    },
    async load() {
      const loader = new Loader(app.context.imports, { waitMs: 1, restMs: () => 0 });
      while (await loader.step(RUN));
    },
    rows: (columns) =>
      app.context.clickhouse.query(
        sql`SELECT ${trusted(columns)} FROM (SELECT *, extra FROM traffic ORDER BY ts, click_id, row_id)`,
      ),
    async count(table) {
      const { rows } = await app.context.database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
      return rows[0]?.n ?? 0;
    },
  };
}

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** A run of the loop that nobody stops. */
export const RUN = { scope: systemScope(), signal: new AbortController().signal };

/** A click of somebody at home: nothing is wrong with it. */
export const cleanClick = (n: number) => ({
  event_id: `clean-${n}`,
  ts: `2026-11-20T10:${String(n % 60).padStart(2, '0')}:00Z`,
  publisher: 'Honest',
  ip: `84.160.${n % 250}.7`,
  user_agent: CHROME,
  click_id: `c${n}`,
  declared_country: 'DE',
});

/** A click of a script. */
export const botClick = (n: number) => ({
  ...cleanClick(n),
  event_id: `bot-${n}`,
  publisher: 'Bots',
  ip: `84.161.${n % 250}.7`,
  user_agent: 'python-requests/2.31.0',
  click_id: `b${n}`,
});

export const times = <T>(n: number, make: (n: number) => T): T[] => Array.from({ length: n }, (_, each) => make(each));
