import { Autocomplete, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { publisherPaymentEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { customerEndpoints } from '#domains/invoices/contract/endpoints.ts';
import { type CustomerInfo, customerEdit } from '#domains/invoices/contract/party.ts';
import { call, query } from '#platform/web/api/call.ts';
import { CurrencyField } from '#platform/web/form/currency-field.tsx';
import { FieldPair, FormCard } from '#platform/web/form/form-card.tsx';
import { Saved } from '#platform/web/form/form-page.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { formOf } from './form-of.ts';
import { EMPTY_LEGAL, type LegalDraft, PartyFields } from './party-fields.tsx';

const MOST = 500;

interface Draft extends LegalDraft {
  publisher: string;
  billing_email: string;
  po_number: string;
  currency: string;
}

interface Props {
  /** '' is the customer of the package. */
  publisher: string;
  onDone: () => void;
}

/** Legal details of whom documents are about, as they are stored. */
export function CustomerForm({ publisher, onDone }: Props) {
  const { pkg } = useSelection();
  const one = useQuery({
    ...query(customerEndpoints.get, { query: { package_name: pkg.package_name, publisher } }),
    staleTime: 0,
  });
  return (
    <Saved one={one}>
      {(stored) => <Fields key={stored?.updated_at} stored={stored} publisher={publisher} onDone={onDone} />}
    </Saved>
  );
}

const draftOf = (stored: CustomerInfo | null, publisher: string, currency: string): Draft => {
  if (!stored) return { ...EMPTY_LEGAL, publisher, billing_email: '', po_number: '', currency };
  const { package_name: _package, updated_by: _by, updated_at: _at, ...draft } = stored;
  return draft;
};

function Fields({ stored, publisher, onDone }: Props & { stored: CustomerInfo | null }) {
  const { t } = useTranslation('invoices');
  const { pkg } = useSelection();
  const seen = stored?.updated_at ?? '';
  const { draft, change, fault, card } = usePanelForm<Draft, { message: string }>({
    initial: draftOf(stored, publisher, pkg.currency),
    faultsOf: (next) => faultsOf(customerEdit, { ...next, updated_at: seen }),
    send: (next) =>
      call(customerEndpoints.put, {
        query: { package_name: pkg.package_name },
        body: formOf({ ...next, updated_at: seen }),
      }),
    onDone: () => onDone(),
    namespace: 'invoices',
  });
  return (
    <FormCard {...card}>
      <PartyFields draft={draft} fault={fault} onChange={change} />
      <FieldPair>
        <TextInput
          label={t('billing_email')}
          description={t('billing_email_hint')}
          type="email"
          value={draft.billing_email}
          error={fault('billing_email')}
          maxLength={254}
          onChange={(event) => change({ billing_email: event.currentTarget.value })}
        />
        <TextInput
          label={t('po_number')}
          value={draft.po_number}
          error={fault('po_number')}
          maxLength={60}
          onChange={(event) => change({ po_number: event.currentTarget.value })}
        />
        <CurrencyField
          label={t('currency')}
          description={t('currency_hint')}
          value={draft.currency}
          error={fault('currency')}
          onChange={(currency) => change({ currency })}
        />
      </FieldPair>
    </FormCard>
  );
}

interface ChoiceProps {
  label: string;
  description?: string;
  value: string;
  error?: string | undefined;
  onChange: (publisher: string) => void;
}

/** A source as traffic names it; those that are paid are offered. */
export function PublisherChoice(field: ChoiceProps) {
  const { pkg } = useSelection();
  const asked = { package_name: pkg.package_name, limit: MOST };
  const rows = useQuery(query(publisherPaymentEndpoints.list, { query: asked })).data?.data ?? [];
  const known = [...new Set(rows.map(({ publisher }) => publisher))].filter((name) => name !== '').sort();
  return <Autocomplete {...field} data={known} maxLength={2000} autoComplete="off" />;
}
