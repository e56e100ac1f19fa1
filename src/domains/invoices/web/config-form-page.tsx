import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { configEndpoints } from '#domains/invoices/contract/endpoints.ts';
import { configEdit, type InvoiceConfig, MOST_LOGO_BYTES } from '#domains/invoices/contract/party.ts';
import { isLocale } from '#platform/contract/locales.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormPage, Saved } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { type ConfigDraft, ConfigFields } from './config-fields.tsx';
import { formOf } from './form-of.ts';
import { EMPTY_LEGAL, PartyFields } from './party-fields.tsx';
import { TaxRuleFields } from './tax-rule-fields.tsx';

/** Who issues invoices, how they are numbered and taxed. */
export function ConfigFormPage() {
  const { pkg } = useSelection();
  const one = useQuery({ ...query(configEndpoints.get, { query: { package_name: pkg.package_name } }), staleTime: 0 });
  const canEmbed = one.data?.e_invoices ?? false;
  return (
    <Saved one={one}>
      {(stored, reload) => (
        <ConfigForm
          key={`${pkg.package_name} ${stored?.updated_at ?? ''}`}
          stored={stored}
          canEmbed={canEmbed}
          onReload={reload}
        />
      )}
    </Saved>
  );
}

const EMPTY: ConfigDraft = {
  ...EMPTY_LEGAL,
  email: '',
  bank: '',
  prefix: 'INV-',
  reset: 'never',
  fiscal_month: 4,
  next_no: 1,
  terms: '',
  footer: '',
  locale: 'en',
  tax_rules: [],
  e_invoice: 'none',
};

const draftOf = (stored: InvoiceConfig | null, language: string): ConfigDraft => {
  if (!stored) return { ...EMPTY, locale: isLocale(language) ? language : 'en' };
  const {
    package_name: _package,
    has_logo: _logo,
    next_number: _number,
    updated_by: _by,
    updated_at: _at,
    ...draft
  } = stored;
  return draft;
};

interface Props {
  stored: InvoiceConfig | null;
  canEmbed: boolean;
  onReload: () => void;
}

/** A file is no part of the draft; its name is, so that it is known to be unsaved. */
interface Draft extends ConfigDraft {
  logo: string;
}

function ConfigForm({ stored, canEmbed, onReload }: Props) {
  const { t, i18n } = useTranslation('invoices');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const [logo, setLogo] = useState<File | null>(null);
  const seen = stored?.updated_at ?? '';
  const fields = ({ logo: _, ...draft }: Draft) => ({ ...draft, updated_at: seen });
  const form = useDraftForm<Draft>({
    initial: { ...draftOf(stored, i18n.language), logo: '' },
    faultsOf: (draft) => ({
      ...faultsOf(configEdit, fields(draft)),
      ...(logo && logo.size > MOST_LOGO_BYTES ? { logo: 'At most 1 MB' } : {}),
    }),
    send: (draft) =>
      call(configEndpoints.put, {
        query: { package_name: pkg.package_name },
        body: formOf(fields(draft), logo ? { logo } : draft.logo === 'remove' ? { logo: 'remove' } : {}),
      }),
    back: `/reconcilation/invoice-config${sticky}`,
    namespace: 'invoices',
  });
  const { draft, change, fault } = form;
  return (
    <FormPage form={form} submit={t('save')} onReload={onReload} wide>
      <p>{t('config_form_lead')}</p>
      <PartyFields draft={draft} fault={fault} onChange={change} />
      <ConfigFields
        draft={draft}
        fault={fault}
        onChange={change}
        canEmbed={canEmbed}
        logo={logo}
        hasLogo={stored?.has_logo ?? false}
        isRemoved={draft.logo === 'remove'}
        onLogo={(file) => {
          setLogo(file);
          change({ logo: file?.name ?? '' });
        }}
        onRemove={() => {
          setLogo(null);
          change({ logo: 'remove' });
        }}
      />
      <TaxRuleFields
        rules={draft.tax_rules}
        today={pkg.today}
        fault={fault('tax_rules')}
        onChange={(tax_rules) => change({ tax_rules })}
      />
    </FormPage>
  );
}
