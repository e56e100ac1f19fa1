// @drawn one kind of facts among many
import { describe, expect, it } from 'vitest';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { sourceFactsOf } from '#traffic/judge/server/facts/source-facts-of-event.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';

const { ch, sweep } = useSweptPackage('game');

/** So many events of a publisher on one day, spread over it; the amount is an expression over `number`. */
const paid = (publisher: string, events: number, amount: string, more: { name?: string; currency?: string } = {}) =>
  ch.insert(
    'traffic',
    Array.from({ length: events }, (_, n) => ({
      row_id: crypto.randomUUID(),
      package: 'game',
      kind: 'app_event',
      publisher,
      sub_publisher: `s${n % 40}`,
      ts: `2026-03-02 ${String(n % 24).padStart(2, '0')}:00:00.000`,
      event_name: more.name ?? 'purchase',
      revenue: amount === 'prices' ? [1.99, 4.99, 9.99][n % 3] : Number(amount),
      currency: more.currency ?? 'EUR',
      verdict: 'clean',
    })),
  );
const others = async () => {
  for (const name of ['north', 'south', 'east', 'west']) {
    await paid(name, 150, 'prices');
    await paid(name, 150, '1500', { currency: 'JPY' });
  }
};

/** Of each publisher the amounts that were called, with what they cost. */
async function called(): Promise<string[]> {
  await sweep({ from: '2026-03-02', to: '2026-03-02' });
  const found = await ch.query<{ what: string; verdict: string }>(
    sql`SELECT DISTINCT concat(publisher, ' ', event_name, ' ', toString(toFloat64(revenue)), ' ', currency) AS what, verdict
      FROM traffic WHERE has(hits, 'outsize_revenue') ORDER BY what`,
  );
  expect(found.filter(({ verdict }) => verdict !== 'suspect')).toEqual([]);
  return found.map(({ what }) => what);
}

describe('revenue far beyond the usual', { timeout: 120_000 }, () => {
  it('is suspect above ten times the 99th percentile of others, and the other events of its source are not', async () => {
    await others();
    await paid('odd', 60, 'prices');
    await paid('odd', 2, '400');
    await paid('odd', 2, '90');
    expect(await called()).toEqual(['odd purchase 400 EUR']);
    const event = {
      package: 'game',
      publisher: 'odd',
      sub_publisher: 's1',
      kind: 'app_event',
      event_name: 'purchase',
    } as const;
    const known = await sourceFactsOf(ch, { ...event, ts: '2026-03-02 01:00:00', revenue: '400', currency: 'EUR' });
    expect(known.source_revenue_times).toEqual({ value: expect.closeTo(35, 0), sample: 1, base: null });
  });

  it('is compared with the same name and currency only, and with nothing where others have none', async () => {
    await others();
    await paid('odd', 60, '2500', { currency: 'JPY' });
    await paid('odd', 60, '5000', { currency: 'USD' });
    await paid('odd', 60, '5000', { name: 'lifetime' });
    await paid('odd', 1, '30000', { currency: 'JPY' });
    expect(await called()).toEqual(['odd purchase 30000 JPY']);
  });

  it('is unknown where too few others, or too few of their events, show what is usual', async () => {
    for (const name of ['north', 'south']) await paid(name, 300, 'prices');
    await paid('east', 60, 'prices');
    await paid('odd', 60, '4000');
    expect(await called()).toEqual([]);
  });

  it('goes by organic customers where there are enough, whatever other publishers show', async () => {
    for (const name of ['north', 'south', 'east', 'west']) await paid(name, 150, '700');
    await paid('Organic', 600, 'prices');
    await paid('odd', 60, '650');
    const publishers = (await called()).map((what) => what.split(' ')[0]);
    expect(publishers).toEqual(['east', 'north', 'odd', 'south', 'west']);
  });

  it('is nothing where one in a thousand others reaches it', async () => {
    for (const name of ['north', 'south', 'east', 'west']) {
      await paid(name, 300, 'prices');
      await paid(name, 1, '600');
    }
    await paid('odd', 60, '500');
    expect(await called()).toEqual([]);
  });
});
