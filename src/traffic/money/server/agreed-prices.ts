import { asc, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { PAYMENT_MODELS, type PaymentModelName } from '#traffic/money/contract/payment-models.ts';
import type { Coverage } from '#traffic/money/contract/terms-for.ts';
import { agreedPriceView } from './tables.ts';

/** What an agreement says an event costs: a rate, a share of what the event earned, or both. */
export interface AgreedPrice extends Coverage {
  /** Name of the payment model. */
  name: string;
  model: PaymentModelName;
  /** Decimal text, of `per` events. */
  amount: string;
  per: number;
  /** Percent, decimal text. */
  share: string;
  currency: string;
}

/** Agreements of a package about single events, in the order they were made. */
export async function agreedPricesOf({ db }: Pick<Database, 'db'>, packageName: string): Promise<AgreedPrice[]> {
  const rows = await db
    .select()
    .from(agreedPriceView)
    .where(eq(agreedPriceView.packageName, packageName))
    .orderBy(asc(agreedPriceView.agreement), asc(agreedPriceView.validFrom));
  return rows.map(({ model, eventName, validFrom, validTo, packageName: _, agreement: __, ...row }) => {
    const { kinds, per } = PAYMENT_MODELS[model];
    return { ...row, model, kinds, per, event: eventName, from: validFrom, to: validTo };
  });
}
