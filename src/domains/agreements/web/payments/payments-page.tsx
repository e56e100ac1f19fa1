import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentModel } from '#domains/agreements/contract/agreement.ts';
import { paymentEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { AgreementList } from '../agreement-list.tsx';
import { useTermsText } from '../use-terms-text.ts';
import { EditPayment } from './edit-payment.tsx';

/** What is paid for which events. */
export function PaymentsPage() {
  const { pkg } = useSelection();
  const state = useListState();
  const list = useQuery(query(paymentEndpoints.list, { query: { package_name: pkg.package_name, ...state.asked } }));
  return (
    <AgreementList
      of="payments"
      add="/reconcilation/payment-configuration-add"
      columns={usePaymentColumns()}
      state={state}
      list={list}
      nameOf={({ name }: PaymentModel) => name}
      remove={({ key }) => call(paymentEndpoints.remove, { params: { key } })}
      edit={(stored, onDone) => <EditPayment stored={stored} onDone={onDone} />}
    />
  );
}

function usePaymentColumns(): Column<PaymentModel>[] {
  const { t } = useTranslation('agreements');
  const termsText = useTermsText();
  return useMemo(
    (): Column<PaymentModel>[] => [
      { id: 'name', header: t('name'), kind: 'text', width: 180, narrow: { place: 0, width: 150 } },
      { id: 'model', header: t('model'), kind: 'text', width: 150, value: ({ model }) => t(`model_${model}`) },
      {
        id: 'event',
        header: t('event'),
        kind: 'text',
        width: 130,
        nothing: t('all'),
        value: (row) => row.event || null,
      },
      { id: 'paid', header: t('paid'), kind: 'text', width: 180, value: termsText },
      {
        id: 'order_status',
        header: t('order_status'),
        kind: 'text',
        width: 160,
        nothing: t('status_default'),
        value: ({ order_status }) => order_status.map((status) => t(`status_${status}`)).join(', ') || null,
      },
      { id: 'valid_from', header: t('valid_from'), kind: 'date', width: 110 },
      { id: 'valid_to', header: t('valid_to'), kind: 'date', width: 110, nothing: t('open_end') },
      { id: 'publishers', header: t('publishers'), kind: 'number', width: 104 },
      { id: 'version', header: t('version'), kind: 'number', width: 90, hidden: true },
      { id: 'created_by', header: t('created_by'), kind: 'text', width: 140, hidden: true },
    ],
    [t, termsText],
  );
}
