import { Autocomplete, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { roasEndpoints } from '#domains/settlements/contract/settlement-endpoints.ts';
import { addMonths } from '#platform/contract/date-range.ts';
import { call } from '#platform/web/api/call.ts';
import { CurrencyField } from '#platform/web/form/currency-field.tsx';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { FormPage } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { AmountField } from './amount-field.tsx';
import { useKnownNames } from './use-known-names.ts';

const MONTHS = 24;

interface Draft {
  publisher: string;
  campaign: string;
  month: string;
  amount: string;
  currency: string;
}

/** What was spent on a publisher, or on one campaign of it, in a month. */
export function AddSpendPage() {
  const { t } = useTranslation('settlements');
  const { pkg, range } = useSelection();
  const sticky = useStickySearch();
  const format = useFormat();
  const known = useKnownNames();
  const today = `${pkg.today.slice(0, 7)}-01`;
  const months = Array.from({ length: MONTHS }, (_, back) => addMonths(today, -back).slice(0, 7));
  const body = (draft: Draft) => ({ package_name: pkg.package_name, ...draft });
  const form = useDraftForm<Draft>({
    initial: {
      publisher: '',
      campaign: '',
      month: months.find((month) => month === range.to.slice(0, 7)) ?? today.slice(0, 7),
      amount: '',
      currency: pkg.currency,
    },
    faultsOf: (draft) => faultsOf(roasEndpoints.add.body, body(draft)),
    send: (draft) =>
      call(roasEndpoints.add, { body: body(draft) }, { idempotencyKey: crypto.randomUUID(), atOnce: true }),
    back: `/reconcilation/roas${sticky}`,
    namespace: 'settlements',
  });
  const { draft, change, fault } = form;
  return (
    <FormPage form={form} submit={t('save')}>
      <p>{t('spend_lead')}</p>
      <FieldPair>
        <Autocomplete
          label={t('publisher')}
          description={t('as_traffic')}
          data={known.publishers}
          value={draft.publisher}
          error={fault('publisher')}
          onChange={(publisher) => change({ publisher })}
          maxLength={2000}
          required
        />
        <Autocomplete
          label={t('campaign')}
          description={t('campaign_hint')}
          data={known.campaigns}
          value={draft.campaign}
          error={fault('campaign')}
          onChange={(campaign) => change({ campaign })}
          maxLength={2000}
        />
        <Select
          label={t('month')}
          data={months.map((value) => ({ value, label: format.month(value) }))}
          value={draft.month}
          error={fault('month')}
          onChange={(month) => month && change({ month })}
          allowDeselect={false}
        />
        <AmountField
          label={t('amount')}
          value={draft.amount}
          error={fault('amount')}
          onChange={(amount) => change({ amount })}
        />
        <CurrencyField
          label={t('currency')}
          value={draft.currency}
          error={fault('currency')}
          onChange={(currency) => change({ currency })}
        />
      </FieldPair>
    </FormPage>
  );
}
