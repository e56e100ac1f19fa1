// @drawn steps at which a new supply file is broken off
import { beforeAll, describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { KEPT_VERSIONS } from '../contract/supply-file.ts';
import { FILES, type Sold, useSupply } from '../testing/use-supply.ts';
import type { FetchParts } from './parts.ts';

const OWN = 'bids.example';
const supply = useSupply([OWN]);
const { app, pages } = supply;
const SLOW = 300_000;
beforeAll(() => app.clock.set('2025-11-20T12:00:00Z'));

describe('a file that changes every day', { timeout: SLOW }, () => {
  it('judges old events by what held then also when its old versions are no longer shown', async () => {
    const id = await supply.add({ kind: 'ads', domain: 'daily.example' });
    const start = Date.parse('2025-10-01T00:00:00Z');
    const dayOf = (n: number) => new Date(start + n * 86_400_000).toISOString().slice(0, 10);
    const count = KEPT_VERSIONS + 4;
    const file = await supply.fileOf('daily.example');
    await supply.sold(
      Array.from(
        { length: count },
        (_, n): Sold => [`${dayOf(n)} 10:00:00`, 'daily.example', 'ssp.example', String(n)],
      ),
      'daily.csv',
    );
    for (let n = 0; n < count; n++) {
      await supply.upload(id, `ssp.example, ${n}, DIRECT`, dayOf(n));
      // As if the job of each were done, and of the last compared.
      await app.context.database.pool.query('UPDATE supply_file SET compared = revision');
      await supply.compare(file);
    }
    expect(
      (await supply.told(`if(declared_domain = 'daily.example', toString(seller_check), '-')`)).filter(
        (told) => told !== '-',
      ),
    ).toEqual(Array(count).fill('direct'));
    const whole = (await supply.get(`${FILES}/${id}`)).body.data;
    expect(whole.versions).toHaveLength(KEPT_VERSIONS);
    expect(whole.file.records).toBe(1);
    const { rows } = await app.context.database.pool.query(
      "SELECT count(*)::int AS n, count(*) FILTER (WHERE records = '[]')::int AS thin FROM supply_version WHERE file_id = $1",
      [id],
    );
    expect(rows).toEqual([{ n: count, thin: count - KEPT_VERSIONS }]);
  });
});

describe('a process that ends between what is stored and what is compared', { timeout: SLOW }, () => {
  /** Ends at its n-th change of the engine or look at the database. */
  class Ended extends Error {}
  const endingAt = (nth: number): FetchParts => {
    const parts = supply.parts();
    let n = 0;
    const step = () => {
      if (++n >= nth) throw new Ended('killed');
    };
    const { clickhouse } = parts;
    return {
      ...parts,
      clickhouse: {
        ...clickhouse,
        changes: 0,
        insert: (async (table, rows, options) => {
          step();
          await clickhouse.insert(table, rows, options);
          step();
        }) satisfies typeof clickhouse.insert,
        command: (async (statement, options) => {
          step();
          return clickhouse.command(statement, options);
        }) satisfies typeof clickhouse.command,
      },
    };
  };
  const NOW = '2025-11-20 13:00:00';
  const told = async () =>
    (await supply.told(`if(declared_domain = 'kill.example', toString(seller_check), '-')`)).filter(
      (each) => each !== '-',
    );
  const events: readonly Sold[] = [
    [NOW, 'kill.example', 'xch.example', '1'],
    [NOW, 'kill.example', 'xch.example', '2'],
  ];

  it('at any step of a new version, of its end and of its removal is made up for by the day after', async () => {
    pages.set('https://kill.example/ads.txt', 'xch.example, 1, DIRECT');
    const id = await supply.add({ kind: 'ads', domain: 'kill.example', watched: true });
    await supply.fetchAll();
    await supply.sold(events, 'kill.csv');
    expect(await told()).toEqual(['direct', 'unauthorised']);
    app.clock.set('2025-11-20T12:30:00Z');
    let steps = 0;
    for (let nth = 1; ; nth++) {
      const isTwo = nth % 2 === 1;
      pages.set('https://kill.example/ads.txt', `xch.example, ${isTwo ? 2 : 1}, DIRECT`);
      app.clock.advance(1_000);
      const ended = await supply.fetchAll(OWN, endingAt(nth)).then(
        () => false,
        (error) => error instanceof Ended || Promise.reject(error),
      );
      // The next day: nothing changed since.
      await supply.fetchAll();
      expect([nth, ...(await told())]).toEqual([
        nth,
        ...(isTwo ? ['unauthorised', 'direct'] : ['direct', 'unauthorised']),
      ]);
      if (!ended) break;
      steps = nth;
    }
    expect(steps).toBeGreaterThan(4);
    // Its end.
    pages.set('https://kill.example/ads.txt', { status: 404 });
    app.clock.advance(1_000);
    await expect(supply.fetchAll(OWN, endingAt(1))).rejects.toThrow('killed');
    await supply.fetchAll();
    expect(await told()).toEqual(['', '']);
    // An upload or a removal whose job was never enqueued.
    expect((await supply.upload(id, 'xch.example, 2, RESELLER')).status).toBe(200);
    await supply.fetchAll();
    expect(await told()).toEqual(['unauthorised', 'reseller']);
    expect((await supply.call('DELETE', `${FILES}/${id}`)).status).toBe(200);
    await supply.fetchAll();
    expect(await told()).toEqual(['', '']);
    const left = await app.context.clickhouse.query(
      sql`SELECT 1 FROM seller_file FINAL WHERE file = ${typed('UInt32', id)} AND valid_until > valid_from`,
    );
    expect(left).toEqual([]);
  });

  it('and two that bring the same file at once end as one', async () => {
    const id = await supply.add({ kind: 'ads', domain: 'kill.example' });
    await supply.upload(id, 'xch.example, 1, DIRECT', '2025-11-18');
    const file = await supply.fileOf('kill.example');
    await Promise.all([
      supply.compare(file),
      supply.upload(id, 'xch.example, 2, DIRECT', '2025-11-19').then(() => supply.compare(file)),
      supply.compare(file),
    ]);
    expect(await told()).toEqual(['unauthorised', 'direct']);
    const { revision, compared } = await supply.fileOf('kill.example');
    expect(compared).toBe(revision);
  });
});
