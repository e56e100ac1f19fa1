import { daysBetween } from '#platform/contract/date-range.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { AMOUNT_DIGITS } from '#traffic/money/contract/decimal.ts';
import { RATE_DIGITS, type ratesByDay } from './rates-by-day.ts';

/** An amount of a row, and the currency it is in. */
export interface InCurrency {
  amount: Sql;
  currency: Sql;
}

/** Into what, and the days that rates are known of. */
interface RateTerms {
  currency: string;
  timeZone: string;
  from: string;
  to: string;
}

type RatesByDay = ReturnType<typeof ratesByDay>;

/** With as many digits as amounts have. */
export const cut = (amount: Sql): Sql => sql`toDecimal128(${amount}, ${trusted(String(AMOUNT_DIGITS))})`;

/** How amounts of a currency come into that of the package; as they are where there is no rate at all. */
export function conversion(given: Sql, rates: RatesByDay, terms: RateTerms) {
  const rate = rates.size > 0 ? rateOf(given, rates, terms) : undefined;
  return {
    // Multiplied before they meet: with all their digits together, the largest amounts would leave no room for a rate.
    cut: (amount: Sql): Sql => cut(rate ? sql`${amount} * if(${rate} > 0, ${rate}, ${ONE})` : amount),
    inOne: rate ? sql`if(${rate} > 0, ${typed('String', terms.currency)}, toString(${given}))` : given,
  };
}

export function converted({ amount, currency }: InCurrency, rates: RatesByDay, terms: RateTerms): InCurrency {
  const { cut, inOne } = conversion(currency, rates, terms);
  return { amount: cut(amount), currency: inOne };
}

const ONE = sql`toDecimal128(1, ${trusted(String(RATE_DIGITS))})`;

/** What one unit of the currency is in that of the package on the day of the event; 0 where no rate is known. */
function rateOf(currency: Sql, rates: RatesByDay, { timeZone, from, to }: RateTerms): Sql {
  const names = [...rates.keys()];
  const days = trusted(String(daysBetween(from, to) + 1));
  const series = typed(
    `Array(Decimal(38, ${RATE_DIGITS}))`,
    names.flatMap((name) => (rates.get(name) ?? []).map((rate) => rate ?? '0')),
  );
  const row = sql`transform(toString(${currency}), ${typed('Array(String)', names)}, ${typed(
    'Array(Int32)',
    names.map((_, index) => index),
  )}, toInt32(-1))`;
  const day = sql`(toInt32(toDate(ts, ${typed('String', timeZone)})) - toInt32(${typed('Date', from)}))`;
  const known = sql`${row} >= 0 AND ${day} >= 0 AND ${day} < ${days}`;
  return sql`if(${known}, arrayElement(${series}, ${row} * ${days} + ${day} + 1), toDecimal128(0, ${trusted(String(RATE_DIGITS))}))`;
}
