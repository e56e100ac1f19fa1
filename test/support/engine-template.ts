/**
 * Makes a folder with a migrated engine in it, in a process of its own: the engine would stay with the one that runs
 * the tests.
 */
import { openClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '#platform/server/clickhouse/migrate.ts';

const [folder = ''] = process.argv.slice(2);
const engine = await openClickHouse({ folder });
await migrateClickHouse(engine, 'db/clickhouse');
await engine.close();
process.exit(0);
