import { afterAll, expect, it } from 'vitest';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { connectPostgres, type Database } from '../postgres/postgres.ts';
import { runningRoutes } from './running.ts';
import { createHttpServer } from './server.ts';

const database = useDatabase();
const clickhouse = useClickHouse();
/** Nobody listens there. */
const nowhere = connectPostgres({ connectionString: 'postgres://nobody@127.0.0.1:1/nothing' }, 'server', 1);
afterAll(() => nowhere.close());

const statusOf = async (path: string, records: Database): Promise<number> => {
  const routes = runningRoutes({ database: records, clickhouse });
  const http = await createHttpServer({ routes, trustProxy: false, authenticate: async () => null });
  const { statusCode } = await http.inject(path);
  await http.close();
  return statusCode;
};

it('a process is ready while both engines answer, and lives without them', async () => {
  expect([await statusOf('/api/live', database), await statusOf('/api/ready', database)]).toEqual([200, 200]);
  expect([await statusOf('/api/live', nowhere), await statusOf('/api/ready', nowhere)]).toEqual([200, 503]);
});
