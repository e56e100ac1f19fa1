import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type InvoiceView, invoiceEndpoints } from '#domains/invoices/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FieldPair, FormCard } from '#platform/web/form/form-card.tsx';
import { AmountField } from '#platform/web/form/term-fields.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { RowButton } from '#platform/web/list/action-column.tsx';
import { useAct } from '#platform/web/ui/use-act.ts';
import styles from './invoices.module.css';

interface Draft {
  paid_on: string;
  amount: string;
  reference: string;
}

/** What was paid of a document, and what comes in. */
export function PaymentPanel({ invoice, onDone }: { invoice: InvoiceView; onDone: () => void }) {
  const { t } = useTranslation('invoices');
  const { pkg } = useSelection();
  const params = { id: invoice.id };
  const { draft, change, fault, card } = usePanelForm<Draft, { message: string }>({
    initial: { paid_on: pkg.today, amount: '', reference: '' },
    faultsOf: (next) => faultsOf(invoiceEndpoints.pay.body, next),
    send: (next) =>
      call(invoiceEndpoints.pay, { params, body: next }, { idempotencyKey: crypto.randomUUID(), atOnce: true }),
    onDone: () => onDone(),
    namespace: 'invoices',
  });
  return (
    <>
      <Paid invoice={invoice} />
      <FormCard {...card}>
        <FieldPair>
          <DayField
            label={t('paid_on')}
            value={draft.paid_on}
            error={fault('paid_on')}
            onChange={(paid_on) => change({ paid_on })}
            required
          />
          <AmountField
            label={t('amount')}
            unit={invoice.currency}
            value={draft.amount}
            error={fault('amount')}
            onChange={(amount) => change({ amount: amount ?? '' })}
            required
          />
        </FieldPair>
        <TextInput
          label={t('reference')}
          description={t('reference_hint')}
          value={draft.reference}
          error={fault('reference')}
          maxLength={140}
          onChange={(event) => change({ reference: event.currentTarget.value })}
        />
      </FormCard>
    </>
  );
}

function Paid({ invoice: { id, currency, payable, credited } }: { invoice: InvoiceView }) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const act = useAct();
  const paid = useQuery(query(invoiceEndpoints.payments, { params: { id } }));
  const rows = paid.data?.data ?? [];
  return (
    <>
      <p className={screen.note}>
        {t('payable_is', { amount: format.money(Number(payable), currency) })}
        {Number(credited) > 0 && ` · ${t('credited_is', { amount: format.money(Number(credited), currency) })}`}
      </p>
      <ul className={styles.payments}>
        {rows.map((row) => {
          const text = `${format.day(row.paid_on)} · ${format.money(Number(row.amount), currency)}`;
          return (
            <li key={row.id}>
              <span>{row.reference === '' ? text : `${text} · ${row.reference}`}</span>
              <RowButton
                label={t('remove_payment_of', { payment: text })}
                danger
                onClick={() =>
                  act(() => call(invoiceEndpoints.unpay, { params: { id, payment: row.id } }), t('payment_removed'))
                }
              >
                {t('remove_payment')}
              </RowButton>
            </li>
          );
        })}
      </ul>
    </>
  );
}
