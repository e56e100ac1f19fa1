import { useTranslation } from 'react-i18next';
import { type InvoiceView, invoiceEndpoints } from '#domains/invoices/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { RowAction } from '#platform/web/list/row-menu.tsx';
import { useAct } from '#platform/web/ui/use-act.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { useFailureToast } from './use-failure-toast.ts';

/** What can be done with a document: its files, sending it, what was paid, and taking it back. */
export function useInvoiceActions(
  open: (what: 'payments' | 'credit', invoice: InvoiceView) => void,
  { isKept }: { isKept: boolean },
) {
  const { t } = useTranslation('invoices');
  const { pkg } = useSelection();
  const act = useAct();
  const failed = useFailureToast();
  const { ask, dialog } = useConfirmed({
    run: ({ id }: InvoiceView) =>
      call(invoiceEndpoints.credit, { params: { id } }, { idempotencyKey: crypto.randomUUID(), atOnce: true }),
    question: ({ number }) => ({
      title: t('credit_title', { number }),
      confirm: t('credit'),
      why: <p>{t('credit_what')}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const file = ({ id }: InvoiceView, format: 'pdf' | 'xml') => {
    download(invoiceEndpoints.file, { query: { package_name: pkg.package_name, id, format } }).catch(failed);
  };
  const actionsOf = (row: InvoiceView): RowAction[] => {
    const stands = row.credited_by === null && row.kind !== 'credit_note';
    return [
      { label: t('download_pdf'), onClick: () => file(row, 'pdf') },
      ...(row.has_xml ? [{ label: t('download_xml'), onClick: () => file(row, 'xml') }] : []),
      ...(row.credited_by === null
        ? [
            {
              label: t(row.sent_at === null ? 'send' : 'send_again'),
              onClick: () =>
                act(
                  () => call(invoiceEndpoints.send, { params: { id: row.id } }),
                  t(isKept ? 'sent_kept' : 'sent', { number: row.number }),
                ),
            },
          ]
        : []),
      ...(stands ? [{ label: t('payments'), onClick: () => open('payments', row) }] : []),
      ...(stands ? [{ label: t('credit_part'), onClick: () => open('credit', row), danger: true }] : []),
      ...(stands ? [{ label: t('credit'), onClick: () => ask(row), danger: true }] : []),
    ];
  };
  return { actionsOf, dialog };
}
