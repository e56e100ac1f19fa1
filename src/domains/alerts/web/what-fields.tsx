import { MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  alertName,
  COMPARISONS,
  DIRECTIONS,
  EACH,
  METRICS,
  MOST_LENGTH,
  metricUnit,
  UNITS,
} from '#domains/alerts/contract/alert.ts';
import { conditionSchema } from '#platform/contract/condition.ts';
import { query } from '#platform/web/api/call.ts';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { ConditionButton, ConditionChip } from '#traffic/explorer/web/condition-filter.tsx';
import { conditionEndpoints } from '#traffic/rules/contract/condition-endpoints.ts';
import type { AlertDraft } from './alert-draft.ts';
import styles from './alerts.module.css';
import { useMetric } from './use-metric.ts';

export interface FieldProps {
  draft: AlertDraft;
  onChange: (part: Partial<AlertDraft>) => void;
  fault: (field: string) => string | undefined;
}

/** One of a closed list, by what the field answers. */
const oneOf = <T extends string>(list: readonly T[], value: string | null, usual: T): T =>
  list.find((each) => each === value) ?? usual;

/** What is watched, and of which traffic. */
export function WhatFields({ draft, onChange, fault }: FieldProps) {
  const { t } = useTranslation('alerts');
  const metric = useMetric();
  return (
    <>
      <h2 className={styles.section}>{t('section_what')}</h2>
      <TextInput
        label={t('name')}
        value={draft.name}
        error={fault('name')}
        maxLength={longest(alertName)}
        required
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <FieldPair>
        <Select
          label={t('metric')}
          data={METRICS.map((value) => ({ value, label: metric.name(value) }))}
          value={draft.metric}
          error={fault('metric')}
          searchable
          allowDeselect={false}
          onChange={(value) => onChange(withMetric(value ?? draft.metric))}
        />
        {draft.metric !== 'new_publisher' && draft.metric !== 'freshness' && (
          <Select
            label={t('each')}
            description={t('each_hint')}
            data={EACH.map((value) => ({ value, label: t(`each_${value}`) }))}
            value={draft.each}
            error={fault('each')}
            allowDeselect={false}
            onChange={(value) => onChange({ each: oneOf(EACH, value, 'package') })}
          />
        )}
      </FieldPair>
      <Narrowed draft={draft} onChange={onChange} fault={fault} />
    </>
  );
}

/** A limit of one measure says nothing of another. */
function withMetric(metric: string): Partial<AlertDraft> {
  if (metric === 'freshness') return { metric, comparison: 'limit', direction: 'above', limit: 24, least: 0 };
  if (metric === 'new_publisher') return { metric, comparison: 'limit', direction: 'above', limit: 100, least: 0 };
  return { metric, comparison: 'weekday', limit: 4 };
}

function Narrowed({ draft, onChange, fault }: FieldProps) {
  const { t } = useTranslation('alerts');
  const { pkg } = useSelection();
  const names = useNames();
  const [typed, setTyped] = useState('');
  const known = useQuery(
    query(conditionEndpoints.values, {
      query: { package_name: pkg.package_name, field: 'publisher', search: typed },
    }),
  );
  const asText = draft.condition === null ? '' : JSON.stringify(draft.condition);
  const setQuery = (text: string): void =>
    onChange({ condition: text === '' ? null : (conditionSchema.safeParse(JSON.parse(text)).data ?? null) });
  const setFilter = (name: 'kind' | 'publisher', values: AlertDraft['filters']['publisher']): void => {
    const { [name]: _before, ...others } = draft.filters;
    onChange({ filters: values && values.length > 0 ? { ...others, [name]: values } : others });
  };
  return (
    <>
      <FieldPair>
        <MultiSelect
          label={t('kind')}
          data={EVENT_KINDS.map((value) => ({ value, label: names.kind(value) }))}
          value={draft.filters.kind ?? []}
          {...((draft.filters.kind ?? []).length === 0 ? { placeholder: t('all_of_them') } : {})}
          onChange={(values) => setFilter('kind', values)}
        />
        <TagsInput
          label={t('publisher')}
          data={(known.data?.data ?? []).map(({ value }) => value)}
          value={draft.filters.publisher ?? []}
          {...((draft.filters.publisher ?? []).length === 0 ? { placeholder: t('all_of_them') } : {})}
          searchValue={typed}
          onSearchChange={setTyped}
          error={fault('filters')}
          splitChars={[]}
          onChange={(values) => setFilter('publisher', values)}
        />
      </FieldPair>
      <div className={styles.condition}>
        <ConditionButton query={asText} onChange={setQuery} kept />
        <ConditionChip query={asText} onChange={setQuery} />
        {fault('condition') && <p role="alert">{fault('condition')}</p>}
      </div>
    </>
  );
}

/** When it is raised. */
export function WhenFields(props: FieldProps) {
  const { draft, onChange, fault } = props;
  const { t } = useTranslation('alerts');
  const isMeasure = draft.metric !== 'new_publisher' && draft.metric !== 'freshness';
  return (
    <>
      <h2 className={styles.section}>{t('section_when')}</h2>
      {isMeasure && (
        <FieldPair>
          <Select
            label={t('comparison')}
            description={t(`comparison_hint_${draft.comparison}`)}
            data={COMPARISONS.map((value) => ({ value, label: t(`comparison_${value}`) }))}
            value={draft.comparison}
            error={fault('comparison')}
            allowDeselect={false}
            onChange={(value) => {
              const comparison = oneOf(COMPARISONS, value, 'limit');
              onChange({ comparison, limit: comparison === 'limit' ? '' : 4 });
            }}
          />
          <Select
            label={t('direction')}
            data={DIRECTIONS.map((value) => ({ value, label: t(`direction_${value}`) }))}
            value={draft.direction}
            allowDeselect={false}
            onChange={(value) => onChange({ direction: oneOf(DIRECTIONS, value, 'above') })}
          />
        </FieldPair>
      )}
      <FieldPair>
        <LimitField {...props} />
        {isMeasure && (
          <NumberInput
            label={t('least')}
            description={t('least_hint')}
            value={draft.least}
            error={fault('least')}
            min={0}
            allowDecimal={false}
            onChange={(least) => onChange({ least })}
          />
        )}
      </FieldPair>
      {isMeasure && (
        <FieldPair>
          <NumberInput
            label={t('length')}
            value={draft.length}
            error={fault('window')}
            min={1}
            max={MOST_LENGTH}
            allowDecimal={false}
            onChange={(length) => onChange({ length })}
          />
          <Select
            label={t('unit')}
            data={UNITS.map((value) => ({ value, label: t(`unit_${value}`) }))}
            value={draft.unit}
            allowDeselect={false}
            onChange={(value) => onChange({ unit: oneOf(UNITS, value, 'day') })}
          />
        </FieldPair>
      )}
    </>
  );
}

function LimitField({ draft, onChange, fault }: FieldProps) {
  const { t } = useTranslation('alerts');
  const { pkg } = useSelection();
  const unit = metricUnit(draft.metric);
  const byDeviations = draft.comparison !== 'limit';
  const label = (): string => {
    if (draft.metric === 'new_publisher') return t('limit_events');
    if (draft.metric === 'freshness') return t('limit_hours');
    return byDeviations ? t('limit_deviations') : t('limit');
  };
  const suffix = byDeviations ? '' : unit === 'percent' ? ' %' : unit === 'money' ? ` ${pkg.currency}` : '';
  return (
    <NumberInput
      label={label()}
      {...(byDeviations ? { description: t('limit_deviations_hint') } : {})}
      value={draft.limit}
      error={fault('limit')}
      suffix={suffix}
      required
      onChange={(limit) => onChange({ limit })}
    />
  );
}
