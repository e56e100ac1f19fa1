import type { Readable } from 'node:stream';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { frameOf, rowsOf, unframed } from './answer-frame.ts';
import { CLUSTER_SETTINGS, onCluster, sayFirst } from './cluster.ts';
import { partStream } from './part-stream.ts';
import { DATABASE, type Engine, type Session, type Statement } from './session.ts';

export interface ServerPlace {
  url: string;
  /** Replicas of everything, as `remote_servers` of the server calls them. `url` is one of them, not a balancer. */
  cluster: string | undefined;
  userFiles: string;
}

/** A ClickHouse server or one of a cluster. Every request carries its settings, so all sessions share one client. */
export async function openServerEngine({ url, cluster, userFiles }: ServerPlace, sessions: number): Promise<Engine> {
  const setup = createClient({ url });
  await setup.command({ query: `CREATE DATABASE IF NOT EXISTS ${DATABASE} ${onCluster(cluster)}` });
  await setup.close();
  const client = createClient({
    url,
    database: DATABASE,
    max_open_connections: sessions,
    request_timeout: 3_600_000,
    ...(cluster === undefined ? {} : { clickhouse_settings: CLUSTER_SETTINGS }),
  });
  return {
    mode: 'server',
    userFiles,
    open: async () => serverSession(client, cluster),
    close: () => client.close(),
  };
}

function serverSession(client: ClickHouseClient, cluster: string | undefined): Session {
  return {
    async rows<T>({ query, query_params, settings, mark }: Statement): Promise<T[]> {
      const frame = frameOf('rows', mark);
      const clickhouse_settings = { ...settings, ...frame.settings };
      const answer = await client.query({ query, query_params, clickhouse_settings, format: frame.format });
      return rowsOf<T>(await answer.text(), mark);
    },
    async command({ query, query_params, settings }: Statement) {
      for (const first of cluster === undefined ? [] : sayFirst(query, cluster)) await client.command({ query: first });
      await client.command({ query, query_params, clickhouse_settings: settings });
    },
    async insert(table: string, rows: readonly object[], { settings }) {
      await client.insert({ table, values: [...rows], format: 'JSONEachRow', clickhouse_settings: settings });
    },
    async stream({ query, query_params, settings, mark }: Statement, layout): Promise<Readable> {
      const frame = frameOf(layout, mark);
      const text = `${query}\nFORMAT ${frame.format}`;
      const clickhouse_settings = { ...settings, ...frame.settings };
      const { stream } = await client.exec({ query: text, query_params, clickhouse_settings });
      return partStream(unframed(stream, mark), async () => void stream.destroy());
    },
    close: async () => {},
  };
}
