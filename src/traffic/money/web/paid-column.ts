import { useCallback } from 'react';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column, Row } from '#platform/web/table/column.ts';
import type { Paid } from '#traffic/money/contract/money-endpoints.ts';
import { type PaidPart, sumOfPaid } from '#traffic/money/contract/paid-parts.ts';
import { paidText, paidValue } from '#traffic/money/contract/paid-text.ts';

type Costing = Row & { money: Paid };
type Look<R extends Row> = Omit<Partial<Column<R>>, 'total'> & { header: string; adds?: true };

/** Columns of what rows cost, one for each part; `adds` puts the sum of the rows beneath. */
export function usePaidColumn<R extends Costing>(): (part: PaidPart, look: Look<R>) => Column<R> {
  const { pkg } = useSelection();
  const format = useFormat();
  return useCallback(
    (part, { adds, ...look }) => {
      const text = (money: Paid): string => paidText(money, part, format, pkg.currency);
      return {
        id: part,
        kind: 'money',
        value: ({ money }) => paidValue(money, part),
        render: ({ money }) => text(money),
        ...(adds ? { total: (rows) => text(sumOfPaid(rows.map(({ money }) => money))) } : {}),
        ...look,
      };
    },
    [format, pkg.currency],
  );
}
