import { Button, CloseButton, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CreditableLine, type InvoiceView, invoiceEndpoints } from '#domains/invoices/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { AmountField } from '#platform/web/form/term-fields.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsInLines } from '#platform/web/form/use-schema-form.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import styles from './invoices.module.css';

interface Credited {
  line: number;
  amount: string;
}

interface Draft {
  lines: Credited[];
  reason: string;
}

const SHOWN_LINES = 100;
const NONE: Credited = { line: 0, amount: '' };

/** Amounts of single lines that are taken back; the document stands for the rest. */
export function CreditPanel({ invoice, onDone }: { invoice: InvoiceView; onDone: () => void }) {
  const told = useQuery(query(invoiceEndpoints.lines, { params: { id: invoice.id } }));
  if (told.isError) return <ErrorState error={told.error} onRetry={() => void told.refetch()} />;
  if (!told.data) return <div className={screen.waiting} aria-busy="true" />;
  return <CreditForm invoice={invoice} onDone={onDone} {...told.data.data} />;
}

interface FormProps {
  invoice: InvoiceView;
  onDone: () => void;
  lines: readonly CreditableLine[];
  net_left: string;
}

function CreditForm({ invoice: { id, currency }, onDone, lines, net_left }: FormProps) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const bodyOf = (draft: Draft) => ({ ...draft, net_left });
  const { draft, change, fault, card } = usePanelForm<Draft, { message: string }>({
    initial: { lines: [NONE], reason: '' },
    faultsOf: (next) => faultsInLines(invoiceEndpoints.credit_part.body, bodyOf(next)),
    send: (next) =>
      call(
        invoiceEndpoints.credit_part,
        { params: { id }, body: bodyOf(next) },
        { idempotencyKey: crypto.randomUUID(), atOnce: true },
      ),
    onDone: () => onDone(),
    namespace: 'invoices',
  });
  const money = (amount: string): string => format.money(Number(amount), currency);
  const named = new Set(draft.lines.map(({ line }) => line));
  const choices = (own: number) =>
    lines
      .filter(({ line, left }) => Number(left) > 0 && (line === own || !named.has(line)))
      .map(({ line, left, publisher, campaign, event, kind }) => {
        const name = [publisher, campaign, event, kind === 'events' ? '' : t(`line_${kind}`)];
        const what = name.filter((part) => part !== '').join(' · ');
        return { value: String(line), label: t('credit_line', { line, what, left: money(left) }) };
      });
  const set = (at: number, part: Partial<Credited>): void =>
    change({ lines: draft.lines.map((own, place) => (place === at ? { ...own, ...part } : own)) });
  return (
    <FormCard {...card} submit={t('credit_part')}>
      <p className={screen.note}>{t('credit_part_what', { left: money(net_left) })}</p>
      {draft.lines.map((own, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one without a line has no name, and the order stays
        <div key={at} className={styles.creditLine}>
          <Select
            label={t('line')}
            data={choices(own.line)}
            value={own.line === 0 ? null : String(own.line)}
            error={fault(`lines.${at}.line`)}
            limit={SHOWN_LINES}
            searchable
            required
            onChange={(value) => {
              const line = Number(value ?? 0);
              set(at, { line, amount: lines.find((each) => each.line === line)?.left ?? '' });
            }}
          />
          <AmountField
            label={t('amount')}
            unit={currency}
            value={own.amount}
            error={fault(`lines.${at}.amount`)}
            required
            onChange={(amount) => set(at, { amount: amount ?? '' })}
          />
          {draft.lines.length > 1 && (
            <CloseButton
              aria-label={t('credit_line_remove', { n: at + 1 })}
              onClick={() => change({ lines: draft.lines.filter((_, place) => place !== at) })}
            />
          )}
        </div>
      ))}
      {fault('lines') && (
        <p className={screen.fault} role="alert">
          {fault('lines')}
        </p>
      )}
      <div>
        <Button
          variant="default"
          size="compact-md"
          disabled={choices(0).length === 0}
          onClick={() => change({ lines: [...draft.lines, NONE] })}
        >
          {t('credit_line_add')}
        </Button>
      </div>
      <TextInput
        label={t('credit_reason')}
        description={t('credit_reason_hint')}
        value={draft.reason}
        error={fault('reason')}
        maxLength={500}
        required
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
    </FormCard>
  );
}
