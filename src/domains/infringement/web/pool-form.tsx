import { NumberInput, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type PoolRow, VALUE_KINDS } from '#domains/infringement/contract/coupon.ts';
import { couponEndpoints } from '#domains/infringement/contract/coupon-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FieldPair, FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

type Kind = PoolRow['kind'];

interface Draft {
  kind: Kind;
  name: string;
  publisher: string;
  prefix: string;
  value: string;
  value_kind: PoolRow['value_kind'];
  reward: string;
  least_cart: string;
  first_day: string;
  last_day: string;
  most_uses: string;
  most_by_user: string;
  countries: string;
}

const NOTHING: Omit<Draft, 'kind'> = {
  name: '',
  publisher: '',
  prefix: '',
  value: '10',
  value_kind: 'percent',
  reward: '',
  least_cart: '0',
  first_day: '',
  last_day: '',
  most_uses: '',
  most_by_user: '',
  countries: '',
};

const orNull = <T,>(text: string, of: (text: string) => T): T | null => (text === '' ? null : of(text));

const bodyOf = (package_name: string, draft: Draft) => ({
  ...draft,
  package_name,
  reward: orNull(draft.reward, String),
  first_day: orNull(draft.first_day, String),
  last_day: orNull(draft.last_day, String),
  most_uses: orNull(draft.most_uses, Number),
  most_by_user: orNull(draft.most_by_user, Number),
  countries: draft.countries
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((text) => text !== ''),
});

/** A coupon, to whom it is given and what it takes off. */
export function PoolForm({ kinds, onDone }: { kinds: readonly [Kind, ...Kind[]]; onDone: () => void }) {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  const { draft, change, fault, card } = usePanelForm<Draft, { message: string }>({
    initial: { kind: kinds[0], ...NOTHING },
    faultsOf: (given) => faultsOf(couponEndpoints.addPool.body, bodyOf(pkg.package_name, given)),
    send: (given) => call(couponEndpoints.addPool, { body: bodyOf(pkg.package_name, given) }),
    onDone: () => onDone(),
    namespace: 'infringement',
  });
  const text = (name: keyof Draft & string, hint?: string) => (
    <TextInput
      label={t(name)}
      description={hint}
      value={draft[name]}
      error={fault(name)}
      maxLength={500}
      required={name === 'name'}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  const number = (name: keyof Draft & string, hint: string, decimals = 0) => (
    <NumberInput
      label={t(name)}
      description={hint}
      min={0}
      decimalScale={decimals}
      value={draft[name]}
      error={fault(name)}
      onChange={(value) => change({ [name]: String(value) })}
    />
  );
  return (
    <FormCard {...card} submit={t('pool_add')}>
      {kinds.length > 1 && (
        <Select
          label={t('pool_kind')}
          description={t(`pool_hint_${draft.kind}`)}
          data={kinds.map((value) => ({ value, label: t(`pool_${value}`) }))}
          value={draft.kind}
          allowDeselect={false}
          onChange={(value) => change({ kind: kinds.find((each) => each === value) ?? kinds[0] })}
        />
      )}
      {text('name')}
      {text('publisher', t('given_to_hint'))}
      <FieldPair>
        {number('value', t('value_hint'), 2)}
        <Select
          label={t('value_kind')}
          data={VALUE_KINDS.map((value) => ({
            value,
            label: value === 'percent' ? t('value_percent') : pkg.currency,
          }))}
          value={draft.value_kind}
          allowDeselect={false}
          onChange={(value) => change({ value_kind: VALUE_KINDS.find((each) => each === value) ?? 'percent' })}
        />
      </FieldPair>
      {draft.kind === 'referral' && number('reward', t('reward_hint', { currency: pkg.currency }), 2)}
      {number('least_cart', t('least_cart_hint', { currency: pkg.currency }), 2)}
      <FieldPair>
        {(['first_day', 'last_day'] as const).map((name) => (
          <DayField
            key={name}
            label={t(name)}
            description={t('day_hint')}
            value={draft[name]}
            error={fault(name)}
            onChange={(day) => change({ [name]: day })}
          />
        ))}
      </FieldPair>
      {draft.kind !== 'unique' && (
        <FieldPair>
          {number('most_uses', t('uses_hint'))}
          {number('most_by_user', t('uses_hint'))}
        </FieldPair>
      )}
      {text('countries', t('countries_hint'))}
      {text('prefix', t('prefix_hint'))}
    </FormCard>
  );
}
