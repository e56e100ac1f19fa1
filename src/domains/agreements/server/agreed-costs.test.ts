import Big from 'big.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPackage, packageInfoOf } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { PAYMENT_MODEL_NAMES, PAYMENT_MODELS } from '#traffic/money/contract/payment-models.ts';
import { termsFor } from '#traffic/money/contract/terms-for.ts';
import { moneyOf, priceFor } from '#traffic/money/server/load-money.ts';
import { setPrice } from '#traffic/money/server/price-store.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { agreementBook } from './book.ts';
import { paymentModelTable, paymentTermsTable, publisherPaymentTable } from './tables.ts';

const clickhouse = useClickHouse();
const database = useDatabase();
const scope = systemScope();
const NOW = new Date('2026-11-20T12:00:00Z');
const DAYS = { from: '2026-10-01', to: '2026-11-19' };
const PACKAGES = ['com.many', 'shop.few'];

let seed = 20_261_127;
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * below);
};
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
const day = (): string => `2026-${pick(['09', '10', '11'])}-${String(1 + random(19)).padStart(2, '0')}`;
const rate = (): string => `${random(90)}.${String(random(1_000_000)).padStart(6, '0')}`;

const traffic = PACKAGES.flatMap((name, p) =>
  Array.from({ length: 1_200 }, (_, n) => ({
    row_id: `0000000${p}-0000-4000-8000-${String(n).padStart(12, '0')}`,
    package: name,
    kind: pick(EVENT_KINDS),
    // Noon: the day is the same in every zone of the test.
    ts: `2026-${pick(['10', '11'])}-${String(1 + random(19)).padStart(2, '0')} 12:00:00.000`,
    received_at: '2026-11-20 00:00:00',
    publisher: pick(['', 'Organic', 'Alpha', 'Beta', "O'Neil \\", 'Delta']),
    campaign: pick(['', 'spring', 'sale']),
    event_name: pick(['', 'impression', 'purchase', 'level']),
    cost: pick(['0', '0', '0', '2.5']),
    revenue: pick(['0', '10.01', '99.999999']),
    currency: pick(['', 'EUR', 'USD']),
    verdict: 'clean',
  })),
);

async function agree(packageName: string, n: number): Promise<void> {
  const { db } = database;
  const made = { packageName, createdBy: 'owner' };
  const [model] = await db
    .insert(paymentModelTable)
    .values({ ...made, name: `Model ${n}` })
    .returning();
  const key = model?.key ?? 0;
  const kind = pick(PAYMENT_MODEL_NAMES);
  const { takes, event } = PAYMENT_MODELS[kind];
  const needs = (what: string): boolean => takes.some((each) => each === what);
  for (let version = 1; version <= 1 + random(3); version++)
    await db.insert(paymentTermsTable).values({
      key,
      version,
      model: kind,
      event: event === 'none' ? '' : pick(['', 'purchase']),
      ...(needs('rate') && random(4) === 0
        ? {
            tiers: [
              { up_to: 5, rate: rate() },
              { up_to: null, rate: '1' },
            ],
          }
        : { rate: needs('rate') ? rate() : null }),
      percent: needs('percent') ? `${random(99)}.${random(9999)}` : null,
      fixed: needs('fixed') ? '100' : null,
      currency: pick(['EUR', 'USD']),
      validFrom: day(),
      validTo: random(3) === 0 ? day() : null,
      author: 'owner',
    });
  await db.insert(publisherPaymentTable).values({
    ...made,
    publisher: pick(['', 'Alpha', 'Beta', "O'Neil \\"]),
    campaign: pick(['', '', 'spring', 'sale']),
    paymentModel: key,
    rateOverride: needs('rate') && random(3) === 0 ? rate() : null,
    validFrom: random(4) === 0 ? day() : null,
    validTo: random(5) === 0 ? day() : null,
    removedAt: random(6) === 0 ? NOW : null,
  });
}

const infoOf = (name: string) => packageInfoOf(scope, database, name, NOW);

beforeAll(async () => {
  for (const [index, title] of PACKAGES.entries()) {
    const own = { name: title, title, platform: 'app' as const, timeZone: 'Europe/Berlin', currency: 'EUR' };
    await createPackage(database, { ...own, dashboardTypes: [] });
    for (let n = 0; n < (index === 0 ? 36 : 9); n++) await agree(title, n);
    const price = { publisher: '', event_name: '', amount: '7.5', currency: 'USD', from: '2026-10-05' };
    await setPrice(scope, database, await infoOf(title), { ...price, basis: 'cpi' });
  }
  await clickhouse.insert('traffic', traffic);
});

describe('what an event costs on boards', () => {
  it('is what a settlement pays for it: by the most particular agreement of its day, else by a price', async () => {
    const ways = new Set<string>();
    for (const name of PACKAGES) {
      const agreed = await agreementBook.inForce(database.db, name, DAYS);
      const money = await moneyOf({ clickhouse, database }, await infoOf(name), DAYS);
      const found = await clickhouse.query<{ id: string; amount: string; spent_in: string; came: string }>(
        sql`SELECT toString(row_id) AS id, toString(${money.amount}) AS amount, toString(${money.currency}) AS spent_in,
          toString(${money.from}) AS came FROM traffic WHERE package = ${typed('String', name)}`,
      );
      const told = new Map(found.map((row) => [row.id, row]));
      for (const row of traffic.filter((each) => each.package === name)) {
        const { publisher, campaign, event_name: event, kind } = row;
        const asked = { publisher, campaign, event, kind, day: row.ts.slice(0, 10) };
        const isUnpaid = ['', 'Organic'].includes(publisher) || (kind === 'vast_tracking' && event !== 'impression');
        const terms = isUnpaid ? undefined : termsFor(agreed, asked);
        let want = { amount: new Big(0), spent_in: '', came: 'none' };
        if (row.cost !== '0') want = { amount: new Big(row.cost), spent_in: row.currency, came: 'event' };
        else if (terms) {
          const unit = terms.tiers[0]?.rate ?? terms.rate;
          const isAlone = terms.model === 'RevShare' && row.currency !== '';
          const isShared = isAlone || ['', terms.currency].includes(row.currency);
          const share = isShared ? new Big(row.revenue).times(terms.percent).div(100).round(9, Big.roundDown) : 0;
          want = {
            amount: new Big(unit).div(terms.per).round(9, Big.roundDown).plus(share),
            spent_in: isAlone ? row.currency : terms.currency,
            came: 'price',
          };
          ways.add(`${terms.model} ${terms.campaign !== ''} ${terms.publisher !== ''}`);
        } else if (kind === 'install' && !isUnpaid && asked.day >= '2026-10-05')
          want = { amount: new Big('7.5'), spent_in: 'USD', came: 'price' };
        const is = told.get(row.row_id);
        expect({ row, came: is?.came, amount: new Big(is?.amount ?? 'NaN').toFixed() }).toEqual({
          row,
          came: want.came,
          amount: want.amount.toFixed(),
        });
        if (want.amount.gt(0)) expect({ row, spent_in: is?.spent_in }).toEqual({ row, spent_in: want.spent_in });
      }
    }
    expect(ways.size).toBeGreaterThan(12);
  });

  it('is told with the agreement it is by', async () => {
    const [name = ''] = PACKAGES;
    const agreed = await agreementBook.inForce(database.db, name, DAYS);
    const asked = { kind: 'install' as const, publisher: 'Alpha', campaign: 'spring', day: '2026-11-10' };
    const terms = termsFor(agreed, { ...asked, event: '' });
    const told = await priceFor(database, name, { ...asked, event_name: '' });
    expect(told?.agreement ?? null).toBe(terms?.name ?? null);
    const entered = { ...asked, publisher: 'Nobody else', campaign: '', event_name: '' };
    expect(await priceFor(database, 'shop.few', entered)).toMatchObject({ basis: 'cpi' });
  });
});
