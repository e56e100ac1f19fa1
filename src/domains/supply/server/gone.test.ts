import { describe, expect, it } from 'vitest';
import { NAME_COLUMNS, PERSONAL_DATA } from '#app/server/slices.ts';
import { runErasures } from '#domains/privacy/server/run-erasures.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { runJob } from '../../../../test/support/run-job.ts';
import { type Sold, useSupply } from '../testing/use-supply.ts';
import { compareSupplyJob, dailySupplyJob, fetchSupplyJob, supplyJobs } from './supply-jobs.ts';

const [OWN, OTHER] = ['bids.example', 'other.example'] as const;
const supply = useSupply([OWN, OTHER]);
const { app } = supply;
const EVENTS: readonly Sold[] = [
  ['2025-11-10 10:00:00', 'shop.example', 'ssp.example', '1'],
  ['2025-11-10 10:00:01', 'shop.example', 'ssp.example', '2'],
];
const rows = async (text: string, values: unknown[] = []) =>
  (await app.context.database.pool.query<Record<string, string>>(text, values)).rows;
const compared = async (table: 'seller_file' | 'seller_record') => {
  const from = { seller_file: sql`seller_file`, seller_record: sql`seller_record` }[table];
  const found = await app.context.clickhouse.query<{ name: string }>(
    sql`SELECT DISTINCT toString(package) AS name FROM ${from} ORDER BY name`,
  );
  return found.map(({ name }) => name);
};
const erase = () => runErasures({ ...app.context, personalData: PERSONAL_DATA, nameColumns: NAME_COLUMNS });

describe('files of a package', { timeout: 240_000 }, () => {
  it('stay with it whatever it is called, go with it, and leave those of others and a new one of its name alone', async () => {
    const admin = await app.signIn({ email: 'admin@supply.example', role: 'admin' });
    for (const name of [OWN, OTHER]) {
      const id = await supply.add({ kind: 'ads', domain: 'shop.example' }, name);
      await supply.upload(id, `ssp.example, ${name === OWN ? 1 : 2}, DIRECT`, '2025-11-01');
      await supply.compare(await supply.fileOf('shop.example', 'ads', name));
      await supply.sold(EVENTS, `${name}.csv`, name);
    }
    const [stored] = await rows('SELECT id FROM package WHERE name = $1', [OWN]);
    const url = `/api/config/package/${stored?.['id']}`;
    const { version, domain, time_zone, currency, suspect_counts_as, dashboardType } = (await app.get(url, admin)).body
      .data;
    const fields = { domain, time_zone, currency, suspect_counts_as, dashboardType, active: true };
    const save = (body: object) =>
      app.call('PUT', url, { token: admin, body, headers: { 'if-match': `"${version}"` } });
    // Its name is what everything hangs on: nobody can change it. Its title may be another.
    expect((await save({ ...fields, package_title: 'New', package_name: 'new.example' })).status).toBe(400);
    expect((await save({ ...fields, package_title: 'New' })).status).toBe(200);
    expect(await supply.told()).toEqual(['direct', 'unauthorised']);
    expect(await supply.told('seller_check', OTHER)).toEqual(['unauthorised', 'direct']);

    const file = await supply.fileOf('shop.example');
    expect((await app.call('DELETE', url, { token: admin })).status).toBe(200);
    expect(await supply.files()).toEqual([]);
    expect(await rows('SELECT 1 FROM supply_version WHERE package_name = $1', [OWN])).toEqual([]);
    // Jobs that wait from before do nothing, before the erasure and after it.
    const jobs = supplyJobs(supply.parts());
    const wait = { package: OWN, id: file.id, kind: file.kind, domain: file.domain, apps: file.apps };
    const late = async () => {
      await runJob(app.context.database, jobs, compareSupplyJob, wait);
      await runJob(app.context.database, jobs, fetchSupplyJob, { package: OWN });
      await runJob(app.context.database, jobs, dailySupplyJob, {});
    };
    await late();
    await erase();
    await late();
    expect(await compared('seller_file')).toEqual([OTHER]);
    expect(await compared('seller_record')).toEqual([OTHER]);
    await app.package({ name: OWN, timeZone: 'UTC', currency: 'EUR', dashboardTypes: ['Impression'] });
    await supply.sold(EVENTS, 'anew.csv');
    expect(await supply.told()).toEqual(['', '']);
    expect(await supply.told('seller_check', OTHER)).toEqual(['unauthorised', 'direct']);
  });

  it('no longer name an account that was erased, and judge as before', async () => {
    const author = async () =>
      await rows('SELECT created_by FROM supply_file UNION ALL SELECT created_by FROM supply_version');
    expect(await author()).toEqual([{ created_by: 'owner' }, { created_by: 'owner' }]);
    const admin = await app.signIn({ email: 'second@supply.example', role: 'admin', name: 'Second' });
    const asked = { token: admin, body: { email: 'owner@supply.example' } };
    expect((await app.call('POST', '/api/privacy/person/erase', asked)).status).toBe(200);
    await erase();
    expect(await author()).toEqual([{ created_by: 'erased' }, { created_by: 'erased' }]);
    expect(await supply.told('seller_check', OTHER)).toEqual(['unauthorised', 'direct']);
  });
});
