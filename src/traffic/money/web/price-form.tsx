import { Autocomplete, Button, Group, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { CurrencyField } from '#platform/web/form/currency-field.tsx';
import { DayField } from '#platform/web/form/day-field.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { moneyEndpoints, priceAmount } from '#traffic/money/contract/money-endpoints.ts';
import { PRICE_BASIS_NAMES, type PriceBasis } from '#traffic/money/contract/price-bases.ts';
import { useSetPrice } from './use-costs.ts';

/** What the form begins with. */
export interface PriceDraft {
  publisher?: string;
  basis?: PriceBasis;
  event_name?: string;
  amount?: string;
  currency?: string;
  /** A later entry of a price there is: only its day and amount are asked for. */
  changes?: boolean;
  /** No price from the day on. */
  ends?: boolean;
}

/** As people of most countries type it: a comma is a decimal mark. */
const plain = (typed: string): string => typed.trim().replace(',', '.');

/** A dated price: of whom, for what, how much, from when. */
export function PriceForm({ draft, onDone }: { draft: PriceDraft; onDone: () => void }) {
  const { t } = useTranslation('money');
  const { pkg } = useSelection();
  const errorText = useErrorText();
  const setPrice = useSetPrice();
  const [price, setState] = useState({
    one: draft.publisher !== '' && (draft.publisher !== undefined || !draft.changes),
    publisher: draft.publisher ?? '',
    basis: draft.basis ?? (pkg.platform === 'app' ? 'cpi' : 'cpc'),
    event_name: draft.event_name ?? '',
    amount: trimmed(draft.amount ?? ''),
    currency: draft.currency ?? pkg.currency,
    from: draft.changes ? pkg.today : `${pkg.today.slice(0, 8)}01`,
  });
  const change = (part: Partial<typeof price>): void => setState((last) => ({ ...last, ...part }));
  const [asked, setAsked] = useState(false);
  const badSource = price.one && price.publisher.trim() === '';
  const badAmount = !draft.ends && !priceAmount.safeParse(plain(price.amount)).success;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (badSource || badAmount || price.from === '') return;
    const { basis, currency, from } = price;
    const about = { publisher: price.one ? price.publisher.trim() : '', basis, currency, from };
    const amount = draft.ends ? null : plain(price.amount);
    const event_name = basis === 'cpa' ? price.event_name.trim() : '';
    setPrice.mutate({ package_name: pkg.package_name, ...about, event_name, amount }, { onSuccess: onDone });
  };
  return (
    <form className={screen.form} noValidate onSubmit={submit}>
      <p>{t(draft.ends ? 'end_explain' : 'price_explain')}</p>
      {draft.changes ? (
        <p>
          {[price.publisher || t('every_source'), t(`basis_${price.basis}`), price.event_name]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      ) : (
        <Whom price={price} onChange={change} fault={asked && badSource ? t('source_needed') : undefined} />
      )}
      {!draft.ends && (
        <Group align="flex-start" gap="sm" wrap="nowrap">
          <TextInput
            label={t('price')}
            description={t(price.basis === 'cpm' ? 'per_thousand' : 'per_event')}
            inputMode="decimal"
            value={price.amount}
            error={asked && badAmount && t('amount_needed')}
            onChange={(event) => change({ amount: event.currentTarget.value })}
            maxLength={15}
            required
          />
          <CurrencyField
            label={t('currency')}
            description={t('currency_hint')}
            value={price.currency}
            onChange={(currency) => change({ currency })}
          />
        </Group>
      )}
      <DayField
        label={t('from')}
        description={t('from_hint')}
        value={price.from}
        error={asked && price.from === '' && t('from_needed')}
        onChange={(day) => change({ from: day })}
        required
      />
      {setPrice.error && (
        <p className={screen.fault} role="alert">
          {errorText(setPrice.error)}
        </p>
      )}
      <Group gap="xs">
        <Button type="submit" loading={setPrice.isPending}>
          {t(draft.ends ? 'price_end' : 'save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}

/** `1.250000` as people write it. */
const trimmed = (amount: string): string => amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

interface WhomProps {
  price: { one: boolean; publisher: string; basis: PriceBasis; event_name: string };
  onChange: (part: Partial<WhomProps['price']>) => void;
  fault: string | undefined;
}

/** Whose price it is and what for. Sources without a price are offered by name. */
function Whom({ price, onChange, fault }: WhomProps) {
  const { t } = useTranslation('money');
  const { pkg, range } = useSelection();
  const asked = { package_name: pkg.package_name, fromDate: range.from, toDate: range.to };
  const { data } = useQuery(query(moneyEndpoints.summary, { query: asked }));
  const offered = new Set(
    (data?.data.without_price ?? []).map(({ publisher }) => publisher).filter((name) => name !== ''),
  );
  return (
    <>
      <Radio.Group
        label={t('whose')}
        value={price.one ? 'one' : 'all'}
        onChange={(chosen) => onChange({ one: chosen === 'one' })}
      >
        <Stack gap={8} mt={6}>
          <Radio value="one" label={t('one_source')} />
          <Radio value="all" label={t('every_source')} description={t('every_source_hint')} />
        </Stack>
      </Radio.Group>
      {price.one && (
        <Autocomplete
          label={t('source')}
          description={t('source_hint')}
          data={[...offered]}
          value={price.publisher}
          error={fault}
          onChange={(publisher) => onChange({ publisher })}
          maxLength={2000}
          required
        />
      )}
      <Select
        label={t('basis')}
        description={price.basis === 'cpv' ? t('cpv_hint') : undefined}
        data={PRICE_BASIS_NAMES.map((basis) => ({ value: basis, label: t(`basis_${basis}`) }))}
        value={price.basis}
        onChange={(chosen) => onChange({ basis: PRICE_BASIS_NAMES.find((basis) => basis === chosen) ?? price.basis })}
        allowDeselect={false}
      />
      {price.basis === 'cpa' && (
        <TextInput
          label={t('event_name')}
          description={t('event_hint')}
          value={price.event_name}
          onChange={(event) => onChange({ event_name: event.currentTarget.value })}
          maxLength={2000}
        />
      )}
    </>
  );
}
