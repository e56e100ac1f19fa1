import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublisherPayment } from '#domains/agreements/contract/agreement.ts';
import { publisherPaymentEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { AgreementList } from '../agreement-list.tsx';
import { EditPublisherPayment } from './edit-publisher-payment.tsx';

/** Who is paid by which model. */
export function PublisherPaymentsPage() {
  const { t } = useTranslation('agreements');
  const { pkg } = useSelection();
  const state = useListState();
  const list = useQuery(
    query(publisherPaymentEndpoints.list, { query: { package_name: pkg.package_name, ...state.asked } }),
  );
  return (
    <AgreementList
      of="assignments"
      add="/reconcilation/publisher-configuration-add"
      columns={useAssignmentColumns()}
      state={state}
      list={list}
      nameOf={({ publisher, payment_model_name }: PublisherPayment) =>
        `${publisher || t('every_publisher')} · ${payment_model_name}`
      }
      remove={({ key }) => call(publisherPaymentEndpoints.remove, { params: { key } })}
      edit={(stored, onDone) => <EditPublisherPayment key={stored.key} stored={stored} onDone={onDone} />}
    />
  );
}

function useAssignmentColumns(): Column<PublisherPayment>[] {
  const { t } = useTranslation('agreements');
  const format = useFormat();
  return useMemo((): Column<PublisherPayment>[] => {
    const otherOf = ({ rate_override, percent_override, currency }: PublisherPayment): string | null =>
      [
        ...(rate_override === null ? [] : [format.price(rate_override, currency)]),
        ...(percent_override === null ? [] : [`${format.number(Number(percent_override))} %`]),
      ].join(' + ') || null;
    return [
      {
        id: 'publisher',
        header: t('publisher'),
        kind: 'text',
        width: 150,
        narrow: { place: 0, width: 130 },
        value: ({ publisher }) => publisher || t('every_publisher'),
      },
      {
        id: 'campaign',
        header: t('campaign'),
        kind: 'text',
        width: 130,
        nothing: t('all'),
        value: (row) => row.campaign || null,
      },
      { id: 'payment_model_name', header: t('payment_model'), kind: 'text', width: 170 },
      { id: 'model', header: t('model'), kind: 'text', width: 150, value: ({ model }) => t(`model_${model}`) },
      {
        id: 'event',
        header: t('event'),
        kind: 'text',
        width: 120,
        nothing: t('all'),
        value: (row) => row.event || null,
      },
      { id: 'override', header: t('override'), kind: 'text', width: 130, nothing: t('as_model'), value: otherOf },
      { id: 'cap', header: t('cap'), kind: 'number', width: 100 },
      { id: 'budget', header: t('budget'), kind: 'text', width: 110, value: budgetOf },
      { id: 'hold_days', header: t('hold_days'), kind: 'number', width: 100 },
      { id: 'valid_from', header: t('valid_from'), kind: 'date', width: 110, nothing: t('as_model') },
      { id: 'valid_to', header: t('valid_to'), kind: 'date', width: 110, nothing: t('open_end') },
      { id: 'created_by', header: t('created_by'), kind: 'text', width: 140, hidden: true },
    ];
    function budgetOf({ budget, currency }: PublisherPayment): string | null {
      return budget === null ? null : format.price(budget, currency);
    }
  }, [t, format]);
}
