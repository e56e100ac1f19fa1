import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { DATASET_TABLES } from '#analytics/server/datasets/registry.ts';
import { createRunWidget } from '#analytics/server/run-widget.ts';
import { SEED_PACKAGES, SEED_RANGE, SEED_ZONE, seedTraffic, stored } from '#analytics/testing/seed-traffic.ts';
import { exploreQuery } from '#domains/explore/contract/explore-endpoints.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { createReadQuestion } from './explore-question.ts';
import { bounded } from './too-wide.ts';

const [SHOP] = SEED_PACKAGES;
const app = useApp();

beforeAll(async () => {
  await app.package({ name: SHOP, platform: 'app', timeZone: SEED_ZONE, currency: 'EUR' });
  const rows = seedTraffic().map((row) => ({ ...stored(row), row_id: randomUUID() }));
  await app.context.clickhouse.insert('traffic', rows);
});

/** The same engine and questions, with room for so many rows only. */
async function ask(by: string, room: number) {
  const { clickhouse, packageInfo } = app.context;
  const { explored } = DATASET_TABLES;
  const bounds = { settings: { ...explored.bounds?.settings, max_rows_to_group_by: room } };
  const runWidget = createRunWidget(clickhouse, { ...DATASET_TABLES, explored: { ...explored, bounds } });
  const deps = { clickhouse, packageInfo, now: () => new Date(), runWidget };
  const asked = exploreQuery.parse({ package_name: SHOP, fromDate: SEED_RANGE.from, toDate: SEED_RANGE.to, by });
  const { rows } = await createReadQuestion(deps)(systemScope(), asked);
  return bounded(systemScope(), deps, rows);
}

it('a question of more rows than there is room for is stopped, and names the key to leave out', async () => {
  await expect(ask('verdict,placement,kind', 100)).rejects.toMatchObject({
    code: 'refused',
    told: { code: 'explore_too_wide', values: { field: 'placement' } },
  });
  await expect(ask('hour,verdict', 10)).rejects.toMatchObject({ told: { values: { field: 'hour' } } });
});

it('a question that fits is answered whole', async () => {
  const { rows, total } = await ask('verdict,kind', 100);
  expect(rows.length).toBe(total);
  expect(total).toBeGreaterThan(20);
});
