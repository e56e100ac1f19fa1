import { Autocomplete, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { payoutEndpoints } from '#domains/settlements/contract/settlement-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { CurrencyField } from '#platform/web/form/currency-field.tsx';
import { FieldPair, FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { AmountField } from './amount-field.tsx';
import { useKnownNames } from './use-known-names.ts';

/** An amount beside what events come to, in the next payout report of the publisher. */
export function AdjustForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('settlements');
  const { pkg } = useSelection();
  const known = useKnownNames();
  const { draft, change, fault, card } = usePanelForm({
    initial: { publisher: '', amount: '', currency: pkg.currency, reason: '' },
    faultsOf: (next) => faultsOf(payoutEndpoints.adjust.body, { package_name: pkg.package_name, ...next }),
    send: (next) => call(payoutEndpoints.adjust, { body: { package_name: pkg.package_name, ...next } }),
    onDone: () => onDone(),
    namespace: 'settlements',
  });
  return (
    <FormCard {...card}>
      <p>{t('adjust_lead')}</p>
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
      <FieldPair>
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
      <TextInput
        label={t('reason')}
        value={draft.reason}
        error={fault('reason')}
        onChange={(event) => change({ reason: event.currentTarget.value })}
        maxLength={500}
        required
      />
    </FormCard>
  );
}
