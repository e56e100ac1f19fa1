import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BANK_SCHEMES, type BankScheme, bankEndpoints } from '#domains/account-tools/contract/bank.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { TermField } from '#platform/web/form/term-fields.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

interface Draft {
  scheme: BankScheme;
  publisher: string;
  holder: string;
  number: string;
  bank_code: string;
}

const NOTHING: Draft = { scheme: 'iban', publisher: '', holder: '', number: '', bank_code: '' };

export function BankForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account-tools');
  const { pkg } = useSelection();
  const body = (draft: Draft) => ({
    package_name: pkg.package_name,
    ...draft,
    bank_code: draft.scheme === 'iban' ? '' : draft.bank_code,
  });
  const { draft, change, fault, card } = usePanelForm<Draft, { message: string }>({
    initial: NOTHING,
    faultsOf: (next) => faultsOf(bankEndpoints.check.body, body(next)),
    send: (next) => call(bankEndpoints.check, { body: body(next) }),
    onDone: () => onDone(),
    namespace: 'account-tools',
  });
  const field = (name: 'publisher' | 'holder' | 'number' | 'bank_code', most: number) => ({
    value: draft[name],
    error: fault(name),
    maxLength: most,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <FormCard {...card} submit={t('check')}>
      <TermField
        label={t('scheme')}
        values={BANK_SCHEMES}
        word={(each) => t(`scheme_${each}`)}
        value={draft.scheme}
        onChange={(scheme) => change({ scheme })}
      />
      <TextInput label={t('publisher')} description={t('publisher_hint')} {...field('publisher', 200)} />
      <TextInput label={t('holder')} {...field('holder', 140)} required />
      <TextInput
        label={t(draft.scheme === 'iban' ? 'iban' : 'account_number')}
        description={t('number_hint')}
        {...field('number', 60)}
        spellCheck={false}
        required
      />
      {draft.scheme !== 'iban' && (
        <TextInput
          label={t(draft.scheme === 'india' ? 'ifsc' : 'routing_number')}
          {...field('bank_code', 20)}
          spellCheck={false}
          required
        />
      )}
    </FormCard>
  );
}
