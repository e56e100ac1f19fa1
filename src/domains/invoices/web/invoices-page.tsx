import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type InvoiceStatus, STATUSES } from '#domains/invoices/contract/document.ts';
import { type InvoiceView, invoiceEndpoints } from '#domains/invoices/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { CreditPanel } from './credit-panel.tsx';
import { GenerateForm } from './generate-form.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { useInvoiceActions } from './use-invoice-actions.tsx';

/** Until what is asked to be sent was handed over. */
const AGAIN_MS = 2_000;

type Panel = { what: 'generate' } | { what: 'payments' | 'credit'; invoice: InvoiceView };

/** Documents that were issued, what became of them, and the way to new ones. */
export function InvoicesPage() {
  const { t } = useTranslation('invoices');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const state = useListState();
  const [status, setStatus] = useState<InvoiceStatus>();
  const [panel, setPanel] = useState<Panel>();
  const asked = { package_name: pkg.package_name, ...(status === undefined ? {} : { status }), ...state.asked };
  const list = useQuery({
    ...query(invoiceEndpoints.list, { query: asked }),
    refetchInterval: ({ state: { data } }) => (data?.data.some(({ send_waits }) => send_waits) ? AGAIN_MS : false),
  });
  const isKept = list.data?.mail === 'mailbox';
  const { actionsOf, dialog } = useInvoiceActions((what, invoice) => setPanel({ what, invoice }), { isKept });
  const columns = useInvoiceColumns(isKept);
  const close = () => setPanel(undefined);
  const title =
    panel === undefined || panel.what === 'generate'
      ? t('generate')
      : t(panel.what === 'credit' ? 'credit_part_of' : 'payments_of', { number: panel.invoice.number });
  return (
    <div className={screen.page}>
      <BatchProgress />
      <ListPage
        id="invoices"
        lead={t('lead')}
        caption={t('caption')}
        columns={[
          ...columns,
          menuColumn<InvoiceView>(t('actions'), (row) => ({
            label: t('actions_of', { number: row.number }),
            actions: actionsOf(row),
          })),
        ]}
        state={state}
        list={list}
        searchLabel={t('search')}
        filters={
          <Select
            aria-label={t('status')}
            data={STATUSES.map((value) => ({ value, label: t(`status_${value}`) }))}
            value={status ?? null}
            placeholder={t('every_status')}
            clearable
            onChange={(value) => {
              setStatus(STATUSES.find((each) => each === value));
              state.setPage(1);
            }}
          />
        }
        actions={<AddButton onClick={() => setPanel({ what: 'generate' })}>{t('generate')}</AddButton>}
        empty={{
          why: t(status === undefined ? 'none' : 'none_found'),
          action: (
            <Button component={Link} to={`/reconcilation/report${sticky}`} variant="default">
              {t('to_report')}
            </Button>
          ),
        }}
        noneFound={t('none_found')}
      />
      <SidePanel opened={panel !== undefined} title={title} onClose={close} stays>
        {panel?.what === 'generate' && <GenerateForm onDone={close} />}
        {panel?.what === 'payments' && <PaymentPanel invoice={panel.invoice} onDone={close} />}
        {panel?.what === 'credit' && <CreditPanel invoice={panel.invoice} onDone={close} />}
      </SidePanel>
      {dialog}
    </div>
  );
}

/** `isKept`: what is sent stays in the mailbox of the machine. */
function useInvoiceColumns(isKept: boolean): Column<InvoiceView>[] {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const { pkg } = useSelection();
  return useMemo((): Column<InvoiceView>[] => {
    const amount = (id: 'payable' | 'paid' | 'credited' | 'tax' | 'net', hidden = false): Column<InvoiceView> => ({
      id,
      header: t(id),
      kind: 'money',
      width: 108,
      hidden,
      currency: ({ currency }) => currency,
      // What a credit note takes back is owed by nobody.
      value: (row) => (row.kind === 'credit_note' ? -1 : 1) * Number(row[id]),
    });
    return [
      { id: 'number', header: t('number'), kind: 'text', width: 164, narrow: { place: 0, width: 164, whole: true } },
      { id: 'customer', header: t('customer'), kind: 'text', width: 150, narrow: { place: 4, width: 110 } },
      { ...amount('payable'), narrow: { place: 1, width: 82 } },
      { id: 'due_on', header: t('due_on'), kind: 'date', width: 112, narrow: { place: 3, width: 104 } },
      {
        id: 'status',
        header: t('status'),
        kind: 'text',
        width: 124,
        narrow: { place: 2, width: 84 },
        value: ({ status, credited_by }) =>
          credited_by === null ? t(`status_${status}`) : t('credited_by', { number: credited_by }),
      },
      {
        id: 'sent_at',
        header: t('handed'),
        kind: 'text',
        width: 120,
        value: ({ send_waits, sent_at }) => {
          if (send_waits) return t('handed_waits');
          if (sent_at === null) return null;
          const day = format.moment(sent_at, pkg.time_zone);
          return isKept ? t('handed_kept', { day }) : day;
        },
      },
      { id: 'kind', header: t('kind'), kind: 'text', width: 120, value: ({ kind }) => t(`kind_${kind}`) },
      { id: 'issued_on', header: t('issued_on'), kind: 'date' },
      amount('paid'),
      amount('credited', true),
      {
        id: 'publisher',
        header: t('publisher'),
        kind: 'text',
        width: 140,
        value: ({ publisher }) => publisher || null,
      },
      {
        id: 'period_from',
        header: t('period'),
        kind: 'text',
        width: 200,
        value: ({ period_from, period_to }) => `${format.day(period_from)} – ${format.day(period_to)}`,
      },
      amount('net', true),
      amount('tax', true),
      { id: 'corrects', header: t('corrects'), kind: 'text', width: 130, hidden: true },
      {
        id: 'sent_to',
        header: t('sent_to'),
        kind: 'text',
        width: 190,
        hidden: true,
        value: (row) => row.sent_to || null,
      },
      { id: 'created_by', header: t('created_by'), kind: 'text', width: 130, hidden: true },
    ];
  }, [t, format, isKept, pkg.time_zone]);
}
