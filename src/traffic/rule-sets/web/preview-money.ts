import type { TFunction } from 'i18next';
import { type Format, NOTHING } from '#platform/contract/format.ts';
import type { Column } from '#platform/web/table/column.ts';
import { assumedText } from '#traffic/money/contract/amounts-text.ts';
import type { ReplayResult } from '#traffic/rule-sets/contract/replay.ts';

/** An amount, with the sign before it where some of it is assumed. */
export const about = (amount: string, assumed: boolean): string => (assumed ? assumedText(amount) : amount);

/** Currencies in which anything is, or would be, fraud. */
export const moneyOf = ({ money }: ReplayResult): ReplayResult['money'] =>
  money.filter(({ fraud_before, fraud_after }) => fraud_before !== 0 || fraud_after !== 0);

/** How much more, or less, would be fraud: a column for each currency. */
export const moneyColumns = <Row extends Record<string, unknown>>(
  result: ReplayResult,
  t: TFunction<'rules'>,
  format: Format,
): Column<Row>[] =>
  moneyOf(result).map(({ currency }) => ({
    id: `money ${currency}`,
    header: t('fraud_cost', { currency: currency || t('no_currency') }),
    definition: t('cost_change_hint'),
    kind: 'money',
    width: 150,
    render: (row) => {
      const change = row[`money ${currency}`];
      if (typeof change !== 'number') return NOTHING;
      const text = format.money(change, currency || 'USD');
      return about(text, row[`assumed ${currency}`] === true);
    },
    currency: currency || 'USD',
  }));

/** Its values for one row. */
export const moneyValues = (money: ReplayResult['publishers'][number]['money']): Record<string, number | boolean> =>
  Object.fromEntries(
    money.flatMap(({ currency, to_fraud, from_fraud, assumed }) => [
      [`money ${currency}`, to_fraud - from_fraud] as const,
      [`assumed ${currency}`, assumed] as const,
    ]),
  );
