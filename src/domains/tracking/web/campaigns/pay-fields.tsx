import { Autocomplete, Button, CloseButton, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PAY_MODELS } from '#domains/tracking/contract/terms.ts';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { FormSection } from '#platform/web/form/form-section.tsx';
import { AmountField, TermField } from '#platform/web/form/term-fields.tsx';
import styles from '../tracking.module.css';
import { useTrackingWords } from '../use-tracking-words.ts';
import { type CampaignDraft, paysFlat, paysShare } from './campaign-draft.ts';
import type { FieldProps } from './fields.tsx';

type Goal = CampaignDraft['events'][number];
type Override = CampaignDraft['overrides'][number];

const NEW_GOAL: Goal = {
  event: '',
  payout_model: 'flat',
  payout: null,
  payout_percent: null,
  revenue_model: 'none',
  revenue: null,
  revenue_percent: null,
};
const NEW_OVERRIDE: Override = {
  publisher_id: null,
  event: null,
  payout_model: 'flat',
  payout: null,
  payout_percent: null,
  from_day: null,
  to_day: null,
};

const replaced = <T,>(list: readonly T[], at: number, part: Partial<T>): T[] =>
  list.map((each, place) => (place === at ? { ...each, ...part } : each));
const without = <T,>(list: readonly T[], at: number): T[] => list.filter((_, place) => place !== at);

interface Pay {
  model: Goal['payout_model'];
  flat: string | null;
  percent: string | null;
}

interface PayProps {
  of: 'payout' | 'revenue';
  currency: string;
  value: Pay;
  fault: (name: string) => string | undefined;
  onChange: (pay: Pay) => void;
}

/** How something is paid, and the amounts that way needs. */
function PayFields({ of, currency, value, fault, onChange }: PayProps) {
  const { t } = useTranslation('tracking');
  const words = useTrackingWords();
  return (
    <>
      <TermField
        label={t(`${of}_model`)}
        values={PAY_MODELS}
        word={words.model}
        value={value.model}
        onChange={(model) => onChange({ ...value, model })}
      />
      {paysFlat(value.model) && (
        <AmountField
          label={t(of)}
          unit={currency}
          value={value.flat}
          error={fault(of)}
          required
          onChange={(flat) => onChange({ ...value, flat })}
        />
      )}
      {paysShare(value.model) && (
        <AmountField
          label={t(`${of}_percent`)}
          unit="%"
          value={value.percent}
          error={fault(`${of}_percent`)}
          required
          onChange={(percent) => onChange({ ...value, percent })}
        />
      )}
    </>
  );
}

/** Events that are waited for, and what each pays and earns. */
export function GoalFields({ draft, onChange, fault, choices }: FieldProps) {
  const { t } = useTranslation('tracking');
  const { events, currency } = draft;
  return (
    <FormSection title={t('section_events')} hint={t('section_events_hint')}>
      {events.map((goal, at) => {
        const change = (part: Partial<Goal>) => onChange({ events: replaced(events, at, part) });
        const number = at + 1;
        const faultOf = (name: string) => fault(`events.${at}.${name}`);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a goal has no name until it is typed, and the order stays
          <div key={at} className={styles.line}>
            <Autocomplete
              label={t('event')}
              data={choices?.events ?? []}
              value={goal.event}
              error={faultOf('event')}
              maxLength={100}
              required
              onChange={(event) => change({ event })}
            />
            <PayFields
              of="payout"
              currency={currency}
              value={{ model: goal.payout_model, flat: goal.payout, percent: goal.payout_percent }}
              fault={faultOf}
              onChange={({ model, flat, percent }) =>
                change({ payout_model: model, payout: flat, payout_percent: percent })
              }
            />
            <PayFields
              of="revenue"
              currency={currency}
              value={{ model: goal.revenue_model, flat: goal.revenue, percent: goal.revenue_percent }}
              fault={faultOf}
              onChange={({ model, flat, percent }) =>
                change({ revenue_model: model, revenue: flat, revenue_percent: percent })
              }
            />
            <CloseButton
              aria-label={t('remove_of', { name: goal.event || String(number) })}
              onClick={() => onChange({ events: without(events, at) })}
            />
          </div>
        );
      })}
      {fault('events') && (
        <p className={styles.warning} role="alert">
          {fault('events')}
        </p>
      )}
      <div>
        <Button variant="default" size="compact-md" onClick={() => onChange({ events: [...events, NEW_GOAL] })}>
          {t('add_event')}
        </Button>
      </div>
      <FieldPair>
        {(['click_payout', 'click_revenue', 'mille_payout', 'mille_revenue'] as const).map((name) => (
          <AmountField
            key={name}
            label={t(name)}
            unit={currency}
            value={draft[name]}
            error={fault(name)}
            onChange={(amount) => onChange({ [name]: amount })}
          />
        ))}
      </FieldPair>
    </FormSection>
  );
}

/** Other prices for a publisher, an event, some days: the most particular wins. */
export function OverrideFields({ draft, onChange, fault, choices }: FieldProps) {
  const { t } = useTranslation('tracking');
  const { overrides, events, currency } = draft;
  const publishers = (choices?.publishers ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <FormSection title={t('section_overrides')} hint={t('section_overrides_hint')}>
      {overrides.map((each, at) => {
        const change = (part: Partial<Override>) => onChange({ overrides: replaced(overrides, at, part) });
        const faultOf = (name: string) => fault(`overrides.${at}.${name}`);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: prices have no name, and the order stays
          <div key={at} className={styles.line}>
            <Select
              label={t('publisher')}
              data={publishers}
              value={each.publisher_id === null ? null : String(each.publisher_id)}
              placeholder={t('all')}
              searchable
              clearable
              onChange={(value) => change({ publisher_id: value === null ? null : Number(value) })}
            />
            <Select
              label={t('event')}
              data={events.map(({ event }) => event).filter((event) => event !== '')}
              value={each.event}
              error={faultOf('event')}
              placeholder={t('all')}
              clearable
              onChange={(event) => change({ event })}
            />
            <PayFields
              of="payout"
              currency={currency}
              value={{ model: each.payout_model, flat: each.payout, percent: each.payout_percent }}
              fault={faultOf}
              onChange={({ model, flat, percent }) =>
                change({ payout_model: model, payout: flat, payout_percent: percent })
              }
            />
            <DayField
              label={t('from_day')}
              value={each.from_day ?? ''}
              error={faultOf('from_day')}
              onChange={(day) => change({ from_day: day || null })}
            />
            <DayField
              label={t('to_day')}
              value={each.to_day ?? ''}
              error={faultOf('to_day')}
              onChange={(day) => change({ to_day: day || null })}
            />
            <CloseButton
              aria-label={t('remove_of', { name: t('override_n', { n: at + 1 }) })}
              onClick={() => onChange({ overrides: without(overrides, at) })}
            />
          </div>
        );
      })}
      {fault('overrides') && (
        <p className={styles.warning} role="alert">
          {fault('overrides')}
        </p>
      )}
      <div>
        <Button
          variant="default"
          size="compact-md"
          onClick={() => onChange({ overrides: [...overrides, NEW_OVERRIDE] })}
        >
          {t('add_override')}
        </Button>
      </div>
    </FormSection>
  );
}
