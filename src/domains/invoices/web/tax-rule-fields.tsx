import { Button, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NAMES_TAX, TAX_CATEGORIES, type TaxCategory, type TaxRule } from '#domains/invoices/contract/party.ts';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { FormSection } from '#platform/web/form/form-section.tsx';
import { AmountField, TermField } from '#platform/web/form/term-fields.tsx';
import styles from './invoices.module.css';
import { CountryField } from './party-fields.tsx';

interface Props {
  rules: readonly TaxRule[];
  today: string;
  fault: string | undefined;
  onChange: (rules: TaxRule[]) => void;
}

const MOST = { rules: 50, taxes: 4 } as const;

const changed = <T,>(list: readonly T[], at: number, part: Partial<T>): T[] =>
  list.map((each, index) => (index === at ? { ...each, ...part } : each));

/** A tax nobody has named yet stands where one has to be. */
function taxesUnder(category: TaxCategory, taxes: TaxRule['taxes']): TaxRule['taxes'] {
  if (!NAMES_TAX.has(category)) return taxes.filter(({ name }) => name !== '');
  return taxes.length === 0 ? [{ name: '', percent: '' }] : taxes;
}

/** Which tax for whom, from which day on: nothing is built in. */
export function TaxRuleFields({ rules, today, fault, onChange }: Props) {
  const { t } = useTranslation('invoices');
  const add = (): void =>
    onChange([
      ...rules,
      {
        valid_from: `${today.slice(0, 4)}-01-01`,
        country: '',
        state_code: '',
        category: 'S',
        taxes: [{ name: '', percent: '' }],
        note: '',
        withholding_percent: '0',
      },
    ]);
  return (
    <FormSection title={t('tax_rules')} hint={t('tax_rules_hint')}>
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no names, and stand where they were put
        <div key={at} className={styles.rule}>
          <RuleFields rule={rule} onChange={(part) => onChange(changed(rules, at, part))} />
          <Button
            size="compact-sm"
            variant="subtle"
            color="fraud"
            onClick={() => onChange(rules.filter((_, index) => index !== at))}
          >
            {t('remove_rule')}
          </Button>
        </div>
      ))}
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      {rules.length < MOST.rules && (
        <Button variant="default" onClick={add}>
          {t('add_rule')}
        </Button>
      )}
    </FormSection>
  );
}

function RuleFields({ rule, onChange }: { rule: TaxRule; onChange: (part: Partial<TaxRule>) => void }) {
  const { t } = useTranslation('invoices');
  return (
    <>
      <FieldPair>
        <CountryField
          label={t('rule_country')}
          value={rule.country}
          error={undefined}
          placeholder={t('every_country')}
          onChange={(country) => onChange({ country })}
        />
        <TextInput
          label={t('rule_state')}
          value={rule.state_code}
          maxLength={10}
          onChange={(event) => onChange({ state_code: event.currentTarget.value })}
        />
        <TermField
          label={t('category')}
          values={TAX_CATEGORIES}
          word={(category) => t(`category_${category}`)}
          value={rule.category}
          onChange={(category) => onChange({ category, taxes: taxesUnder(category, rule.taxes) })}
        />
        <DayField
          label={t('valid_from')}
          value={rule.valid_from}
          onChange={(valid_from) => onChange({ valid_from })}
          required
        />
      </FieldPair>
      {rule.taxes.map((tax, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: taxes of a rule stand where they were put
        <FieldPair key={at}>
          <TextInput
            label={t('tax_name')}
            value={tax.name}
            maxLength={40}
            required
            onChange={(event) => onChange({ taxes: changed(rule.taxes, at, { name: event.currentTarget.value }) })}
          />
          <AmountField
            label={t('percent')}
            unit="%"
            value={tax.percent}
            onChange={(percent) => onChange({ taxes: changed(rule.taxes, at, { percent: percent ?? '' }) })}
          />
        </FieldPair>
      ))}
      <div className={styles.row}>
        {rule.taxes.length < MOST.taxes && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onChange({ taxes: [...rule.taxes, { name: '', percent: '' }] })}
          >
            {t(rule.taxes.length === 0 ? 'name_tax' : 'add_tax')}
          </Button>
        )}
        {rule.taxes.length > (NAMES_TAX.has(rule.category) ? 1 : 0) && (
          <Button size="compact-sm" variant="subtle" onClick={() => onChange({ taxes: rule.taxes.slice(0, -1) })}>
            {t('remove_tax')}
          </Button>
        )}
      </div>
      <FieldPair>
        <AmountField
          label={t('withholding_percent')}
          unit="%"
          value={rule.withholding_percent}
          onChange={(percent) => onChange({ withholding_percent: percent ?? '' })}
        />
        <Textarea
          label={t('rule_note')}
          description={t('rule_note_hint')}
          value={rule.note}
          maxLength={400}
          autosize
          onChange={(event) => onChange({ note: event.currentTarget.value })}
        />
      </FieldPair>
    </>
  );
}
