import type { Readable } from 'node:stream';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { DATABASE, type Engine, type Session, type Settings, type Statement } from './session.ts';

/** A ClickHouse server or cluster. Every request carries its settings, so all sessions share one client. */
export async function openServerEngine(url: string, userFiles: string, sessions: number): Promise<Engine> {
  const setup = createClient({ url });
  await setup.command({ query: `CREATE DATABASE IF NOT EXISTS ${DATABASE}` });
  await setup.close();
  const client = createClient({ url, database: DATABASE, max_open_connections: sessions, request_timeout: 3_600_000 });
  return {
    mode: 'server',
    userFiles,
    open: async () => serverSession(client),
    close: () => client.close(),
  };
}

function serverSession(client: ClickHouseClient): Session {
  return {
    async rows<T>({ query, query_params, settings }: Statement): Promise<T[]> {
      const result = await client.query({ query, query_params, clickhouse_settings: settings, format: 'JSONEachRow' });
      return result.json<T>();
    },
    async command({ query, query_params, settings }: Statement) {
      await client.command({ query, query_params, clickhouse_settings: settings });
    },
    async insert(table: string, rows: readonly object[], settings: Settings) {
      await client.insert({ table, values: [...rows], format: 'JSONEachRow', clickhouse_settings: settings });
    },
    async stream({ query, query_params, settings }: Statement, format: string): Promise<Readable> {
      const text = `${query}\nFORMAT ${format}`;
      const { stream } = await client.exec({ query: text, query_params, clickhouse_settings: settings });
      return stream;
    },
    close: async () => {},
  };
}
