import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PayoutTotal } from '#domains/settlements/contract/payout.ts';
import { FormDrawer } from '#platform/web/form/form-drawer.tsx';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import type { Column } from '#platform/web/table/column.ts';
import type { ListQuery } from '#platform/web/table/page-of-list.ts';
import { AdjustForm } from './adjust-form.tsx';
import { OpenAdjustments } from './open-adjustments.tsx';
import { useEvidenceColumn } from './use-evidence-column.ts';

interface Report extends Omit<ListQuery<PayoutTotal>, 'data'> {
  data: { totals: readonly PayoutTotal[] } | undefined;
}

/** Together, by publisher and currency: amounts of two are never added. */
export function PayoutTotals({ report }: { report: Report }) {
  const { t } = useTranslation('settlements');
  const sticky = useStickySearch();
  const columns = useTotalColumns();
  const proof = useEvidenceColumn<PayoutTotal>();
  const [adjusting, setAdjusting] = useState(false);
  const { data, isPending, isPlaceholderData, isError, error, refetch } = report;
  const generate = <AddButton to={`/reconcilation/report-add${sticky}`}>{t('generate')}</AddButton>;
  return (
    <>
      <ListPage
        id="payout-totals"
        lead={
          <>
            <h2>{t('totals')}</h2>
            <p>{t('totals_lead')}</p>
          </>
        }
        caption={t('totals_caption')}
        columns={[...columns, proof]}
        rowKey={({ publisher, currency }) => `${publisher} ${currency}`}
        list={{
          data: data && { data: data.totals },
          isPending,
          isPlaceholderData,
          isError,
          error,
          refetch,
        }}
        actions={
          <>
            <Button variant="default" onClick={() => setAdjusting(true)}>
              {t('adjust')}
            </Button>
            {generate}
          </>
        }
        empty={{ why: t('nothing_owed'), action: generate }}
      />
      <FormDrawer opened={adjusting} onClose={() => setAdjusting(false)} title={t('adjust')} size="min(460px, 100vw)">
        {adjusting && (
          <>
            <AdjustForm onDone={() => setAdjusting(false)} />
            <OpenAdjustments />
          </>
        )}
      </FormDrawer>
    </>
  );
}

/** What is owed and what is to be paid come first, and where it stands: the rest says how it came about. */
const FIRST = ['net', 'payable'] as const satisfies readonly (keyof PayoutTotal)[];
const AMOUNTS = [
  'gross_amount',
  'deductions',
  'extras',
  'adjustments',
  'tax',
  'withholding',
] as const satisfies readonly (keyof PayoutTotal)[];

function useTotalColumns(): Column<PayoutTotal>[] {
  const { t } = useTranslation('settlements');
  return useMemo((): Column<PayoutTotal>[] => {
    const amount = (name: (typeof FIRST)[number] | (typeof AMOUNTS)[number]): Column<PayoutTotal> => ({
      id: name,
      header: t(name),
      definition: t(`${name}_hint`),
      kind: 'money',
      width: 150,
      value: (row) => Number(row[name]),
      currency: (row) => row.currency,
    });
    return [
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 176, narrow: { place: 0, width: 116 } },
      { id: 'currency', header: t('currency'), kind: 'text', width: 104, hidden: true },
      ...FIRST.map((name) => ({ ...amount(name), ...(name === 'net' ? { narrow: { place: 1, width: 104 } } : {}) })),
      {
        id: 'status',
        header: t('state'),
        kind: 'text',
        width: 140,
        narrow: { place: 2, width: 100 },
        value: ({ status, is_carried }) =>
          [status === null ? t('state_open') : t(`state_${status}`), ...(is_carried ? [t('carried')] : [])].join(' · '),
      },
      ...AMOUNTS.map(amount),
    ];
  }, [t]);
}
