import { beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../../../test/support/use-app.ts';
import { openIncident } from './open-incident.ts';
import { personalIncidents } from './personal-data.ts';

const app = useApp();
beforeAll(async () => {
  await app.package({ name: 'own.example' });
  await app.package({ name: 'other.example' });
});

const INCIDENT = {
  package_name: 'own.example',
  source: 'alert',
  key: 'alert 7 on 2026-11-20',
  title: 'Share of fraud above its limit',
  happened_at: new Date('2026-11-20T08:00:00Z'),
} as const;
const open = (part: object = {}) => openIncident(app.context.database, { ...INCIDENT, ...part });
const rows = async () =>
  (await app.context.database.pool.query('SELECT package_name, source, key FROM incident ORDER BY id')).rows;

describe('an incident', () => {
  it('is made once for its cause, however often and at once it is found [TKT-GAP-04]', async () => {
    const found = await Promise.all([open(), open({ title: 'Found again' }), open()]);
    expect(found.filter(({ opened }) => opened)).toHaveLength(1);
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
    expect(await open()).toMatchObject({ opened: false });
    expect(await rows()).toHaveLength(1);
  });

  it('of another cause, source or package is another one, and each is written down', async () => {
    await open({ key: 'alert 8 on 2026-11-20' });
    await open({ source: 'fraud_spike' });
    await open({ package_name: 'other.example' });
    expect(await rows()).toHaveLength(4);
    const { rows: lines } = await app.context.database.pool.query(
      "SELECT count(*)::int AS n FROM audit_entry WHERE action = 'incident.open'",
    );
    expect(lines[0].n).toBe(4);
  });

  it('of a package that does not exist is refused', async () => {
    await expect(open({ package_name: 'nowhere.example' })).rejects.toThrow();
  });

  it('is found and erased with a person whom it names', async () => {
    const { database, clickhouse } = app.context;
    const stores = { database, clickhouse, files: app.context.files };
    const person = { email: 'Person@shop.example', accounts: [], names: [] };
    await open({ key: 'x', title: 'Refund asked by person@shop.example' });
    expect(await personalIncidents.count(stores, person)).toBe(1);
    expect(await personalIncidents.count(stores, { ...person, email: 'nobody@shop.example' })).toBe(0);
    await personalIncidents.erase(stores, person, async () => {});
    expect(await personalIncidents.count(stores, person)).toBe(0);
    expect(await rows()).toHaveLength(4);
  });
});
