import type { AppContext } from '#app/server/app-context.ts';
import { paymentModelTable, paymentTermsTable, publisherPaymentTable } from '#domains/agreements/server/tables.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { FILLING } from '../filling.ts';

export const PACKAGE = 'settled.example';
export const MONTH = { from: '2026-10-01', to: '2026-10-31' };
/** Some days of the next month. */
export const LATER = { from: '2026-11-01', to: '2026-11-05' };
export const PUBLISHERS = 80;
const CAMPAIGNS = 2_000;
const CHUNK = 2_000_000;

/** Clicks of 36 days at two cents each, of 80 publishers in 25 campaigns each; the share of fraud depends on the publisher. */
export async function seed({ database, clickhouse }: AppContext, rows: number): Promise<void> {
  await createPackage(database, {
    name: PACKAGE,
    title: 'Settled',
    platform: 'web',
    timeZone: 'UTC',
    currency: 'EUR',
    dashboardTypes: ['Click'],
  });
  for (let publisher = 0; publisher < PUBLISHERS; publisher++) {
    const author = { createdBy: 'bench' };
    const [model] = await database.db
      .insert(paymentModelTable)
      .values({ packageName: PACKAGE, name: `Clicks ${publisher}`, ...author })
      .returning({ key: paymentModelTable.key });
    const key = model?.key ?? 0;
    await database.db.insert(paymentTermsTable).values({
      key,
      version: 1,
      model: 'CPC',
      event: '',
      rate: '0.02',
      currency: 'EUR',
      validFrom: '2026-01-01',
      author: 'bench',
    });
    await database.db
      .insert(publisherPaymentTable)
      .values({ packageName: PACKAGE, publisher: `Publisher ${publisher}`, paymentModel: key, ...author });
  }
  for (let from = 0; from < rows; from += CHUNK) {
    const count = Math.min(CHUNK, rows - from);
    await clickhouse.command(
      sql`INSERT INTO traffic (row_id, package, kind, ts, received_at, import_id, source, publisher, campaign, verdict, reason, hits)
        WITH cityHash64(number) AS h, h % ${typed('UInt16', CAMPAIGNS)} AS place, place % ${typed('UInt16', PUBLISHERS)} AS pub,
          (intDiv(h, 7919) % 1000) < (20 + pub * 4) AS bad
        SELECT reinterpretAsUUID(sipHash128(number)), ${typed('String', PACKAGE)}, 'click',
          toDateTime64(${typed('String', MONTH.from)}, 3, 'UTC') + INTERVAL toInt64((number / ${typed('UInt64', rows)}) * 3110400000) MILLISECOND,
          now(), 1, 'bench', concat('Publisher ', toString(pub)), concat('Campaign ', toString(place)),
          if(bad, 'fraud', 'clean'), if(bad, ['net.datacenter', 'bot.declared', 'bot.non_browser'][h % 3 + 1], ''), if(bad, ['data-center'], [])
        FROM numbers(${typed('UInt64', from)}, ${typed('UInt64', count)})`,
      FILLING,
    );
  }
}
