/** Starts PostgreSQL in a process of its own, makes a row, says so, and waits to be killed. */
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts';

const [folder = ''] = process.argv.slice(2);
const server = await startEmbeddedPostgres(folder);
const client = new pg.Client(server.connection);
await client.connect();
await client.query('CREATE TABLE IF NOT EXISTS kept AS SELECT 7 AS n');
console.log('ready');
setInterval(() => {}, 1000);
