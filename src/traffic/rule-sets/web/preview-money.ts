import type { TFunction } from 'i18next';
import type { Column } from '#platform/web/table/column.ts';
import type { ReplayResult } from '#traffic/rule-sets/contract/replay.ts';

/** Currencies in which anything is, or would be, fraud. */
export const moneyOf = ({ money }: ReplayResult): ReplayResult['money'] =>
  money.filter(({ fraud_before, fraud_after }) => fraud_before !== 0 || fraud_after !== 0);

/** How much more, or less, would be fraud: a column for each currency. */
export const moneyColumns = <Row extends Record<string, unknown>>(
  result: ReplayResult,
  t: TFunction<'rules'>,
): Column<Row>[] =>
  moneyOf(result).map(({ currency }) => ({
    id: `money ${currency}`,
    header: t('fraud_cost', { currency: currency || t('no_currency') }),
    definition: t('cost_change_hint'),
    kind: 'money',
    width: 150,
    currency: currency || 'USD',
  }));

/** Its values for one row. */
export const moneyValues = (money: ReplayResult['publishers'][number]['money']): Record<string, number> =>
  Object.fromEntries(money.map(({ currency, to_fraud, from_fraud }) => [`money ${currency}`, to_fraud - from_fraud]));
