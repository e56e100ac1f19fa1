import { Button, Group, Select } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IssuedKind } from '#domains/invoices/contract/document.ts';
import { invoiceEndpoints } from '#domains/invoices/contract/endpoints.ts';
import { addDays, addMonths } from '#platform/contract/date-range.ts';
import { call } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { TermField } from '#platform/web/form/term-fields.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { notify } from '#platform/web/ui/notify.ts';
import { PublisherChoice } from './customer-form.tsx';
import styles from './invoices.module.css';
import { useFailureToast } from './use-failure-toast.ts';

const KINDS = ['invoice', 'self_billing'] as const satisfies readonly IssuedKind[];
const SCOPES = ['one', 'each'] as const;
const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency');

interface Draft {
  kind: IssuedKind;
  /** One document for all reports, or one for each. */
  scope: (typeof SCOPES)[number];
  from: string;
  to: string;
  publisher: string;
  currency: string;
}

/** A document for approved payout reports: looked at as a draft, then issued for good. */
export function GenerateForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('invoices');
  const { pkg } = useSelection();
  const first = addMonths(`${pkg.today.slice(0, 7)}-01`, -1);
  const [draft, setDraft] = useState<Draft>({
    kind: 'invoice',
    scope: 'one',
    from: first,
    to: addDays(addMonths(first, 1), -1),
    publisher: '',
    currency: '',
  });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const { preview, issue } = useGenerating(draft, onDone);
  const busy = preview.isPending || issue.isPending;
  const isOne = draft.scope === 'one';
  return (
    <form
      className={screen.form}
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) issue.mutate();
      }}
    >
      <p className={screen.note}>{t('generate_lead')}</p>
      <TermField
        label={t('kind')}
        description={t(`kind_${draft.kind}_hint`)}
        values={KINDS}
        word={(kind) => t(`kind_${kind}`)}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
      />
      <TermField
        label={t('scope')}
        values={SCOPES}
        word={(scope) => t(`scope_${scope}`)}
        value={draft.scope}
        onChange={(scope) => change({ scope })}
      />
      <FieldPair>
        <DayField label={t('period_from')} value={draft.from} onChange={(from) => change({ from })} required />
        <DayField label={t('period_to')} value={draft.to} onChange={(to) => change({ to })} required />
      </FieldPair>
      {isOne && (
        <FieldPair>
          <PublisherChoice
            label={t('publisher')}
            description={t('publisher_hint')}
            value={draft.publisher}
            onChange={(publisher) => change({ publisher })}
          />
          <Select
            label={t('currency')}
            description={t('one_currency_hint')}
            data={[...CURRENCIES]}
            value={draft.currency === '' ? null : draft.currency}
            searchable
            clearable
            onChange={(currency) => change({ currency: currency ?? '' })}
          />
        </FieldPair>
      )}
      <p className={styles.warning}>{t('number_is_final')}</p>
      <Group gap="xs">
        {isOne && (
          <Button variant="default" loading={preview.isPending} disabled={busy} onClick={() => preview.mutate()}>
            {t('preview')}
          </Button>
        )}
        <Button type="submit" loading={issue.isPending} disabled={busy}>
          {t(isOne ? 'issue' : 'issue_each')}
        </Button>
      </Group>
    </form>
  );
}

function useGenerating(draft: Draft, onDone: () => void) {
  const { t } = useTranslation('invoices');
  const { pkg } = useSelection();
  const client = useQueryClient();
  const failed = useFailureToast();
  const asked = {
    package_name: pkg.package_name,
    kind: draft.kind,
    fromDate: draft.from,
    toDate: draft.to,
    ...(draft.publisher.trim() === '' ? {} : { publisher: draft.publisher.trim() }),
    ...(draft.currency === '' ? {} : { currency: draft.currency }),
  };
  const preview = useMutation({
    mutationFn: () => download(invoiceEndpoints.file, { query: asked }),
    onError: failed,
  });
  const issue = useMutation({
    mutationFn: async (): Promise<{ message: string; warning?: string }> => {
      const options = { idempotencyKey: crypto.randomUUID(), atOnce: true };
      if (draft.scope === 'one') {
        const { message, data } = await call(invoiceEndpoints.issue, { body: asked }, options);
        const warning = t('no_rule_warning', { number: data.number });
        return { message, ...(data.without_rule ? { warning } : {}) };
      }
      const { package_name, kind } = asked;
      const body = { package_name, kind, period_from: draft.from, period_to: draft.to };
      return call(invoiceEndpoints.batch, { body }, options);
    },
    onSuccess: async ({ message, warning }) => {
      notify('done', t(message, { defaultValue: message }));
      if (warning) notify('info', warning);
      await client.invalidateQueries();
      onDone();
    },
    onError: failed,
  });
  return { preview, issue };
}
