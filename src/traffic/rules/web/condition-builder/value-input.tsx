import { Autocomplete, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scalar } from '#platform/contract/condition.ts';
import { conditionText } from '#platform/contract/condition.ts';
import type { Leaf } from '#platform/contract/condition-predicate.ts';
import { query } from '#platform/web/api/call.ts';
import { MomentField } from '#platform/web/form/day-field.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { conditionEndpoints } from '#traffic/rules/contract/condition-endpoints.ts';
import { type OneValue, withValue } from './condition-tree.ts';

const TYPING_MS = 300;

interface Props {
  leaf: Leaf;
  packageName: string;
  onChange: (leaf: Leaf) => void;
  error: string | undefined;
}

/**
 * What a comparison compares with: a number with its unit, a
 * moment, one word or several, picked from the data or typed.
 */
export function ValueInput(props: Props) {
  const { leaf } = props;
  if (!('value' in leaf) && !('values' in leaf)) return null;
  const type = TRAFFIC_FIELDS[leaf.field]?.valueType;
  if ('values' in leaf) return <ManyValues {...props} leaf={leaf} />;
  if (type === 'datetime') return <Moment {...props} leaf={leaf} />;
  if (type === 'number') return <Amount {...props} leaf={leaf} />;
  if (leaf.field === 'kind' && (leaf.op === 'eq' || leaf.op === 'ne')) return <Kind {...props} leaf={leaf} />;
  if (leaf.op === 'eq' || leaf.op === 'ne') return <Word {...props} leaf={leaf} />;
  return <Text {...props} leaf={leaf} />;
}

type Many = Extract<Leaf, { values: unknown }>;
interface Of<L extends Leaf> extends Props {
  leaf: L;
}

/** Frequent values of the field in this package; none for fields that are typed in. */
function useValues(packageName: string, field: string, search: string): string[] {
  const [wanted] = useDebouncedValue(search.trim(), TYPING_MS);
  const { data } = useQuery(
    query(conditionEndpoints.values, {
      query: { package_name: packageName, field, ...(wanted === '' ? {} : { search: wanted }) },
    }),
  );
  return field === 'kind' ? [...EVENT_KINDS] : (data?.data.map(({ value }) => value) ?? []);
}

function ManyValues({ leaf, packageName, onChange, error }: Of<Many>) {
  const { t } = useTranslation('conditions');
  const [search, setSearch] = useState('');
  const numeric = TRAFFIC_FIELDS[leaf.field]?.valueType === 'number';
  const values = useValues(packageName, leaf.field, search);
  const change = (given: string[]): void => {
    const typed: Scalar[] = numeric ? given.map(Number).filter(Number.isFinite) : given;
    onChange(leaf.op === 'inNetwork' ? { ...leaf, values: given } : { ...leaf, values: typed });
  };
  return (
    <TagsInput
      size="xs"
      aria-label={t('values')}
      placeholder={leaf.values.length === 0 ? t(leaf.op === 'inNetwork' ? 'networks_example' : 'values_example') : ''}
      data={values}
      value={leaf.values.map(String)}
      onChange={change}
      searchValue={search}
      onSearchChange={setSearch}
      splitChars={[',', ';', '\n']}
      maxDropdownHeight={220}
      error={error}
      clearable
      acceptValueOnBlur
    />
  );
}

function Word({ leaf, packageName, onChange, error }: Of<OneValue>) {
  const { t } = useTranslation('conditions');
  const value = String('value' in leaf ? leaf.value : '');
  const values = useValues(packageName, leaf.field, value);
  return (
    <Autocomplete
      size="xs"
      aria-label={t('value')}
      placeholder={t('value_example')}
      data={values}
      value={value}
      onChange={(next) => onChange(withValue(leaf, next))}
      maxDropdownHeight={220}
      error={error}
    />
  );
}

function Kind({ leaf, onChange, error }: Of<OneValue>) {
  const { t } = useTranslation('conditions');
  const names = useNames();
  return (
    <Select
      size="xs"
      aria-label={t('value')}
      data={EVENT_KINDS.map((kind) => ({ value: kind, label: names.kind(kind) }))}
      value={String(leaf.value) || null}
      onChange={(kind) => onChange(withValue(leaf, kind ?? ''))}
      error={error}
    />
  );
}

function Text({ leaf, onChange, error }: Of<OneValue>) {
  const { t } = useTranslation('conditions');
  return (
    <TextInput
      size="xs"
      aria-label={t('value')}
      placeholder={t(leaf.op === 'matches' ? 'pattern_example' : 'value_example')}
      value={String(leaf.value)}
      onChange={(event) => onChange(withValue(leaf, event.currentTarget.value))}
      maxLength={longest(conditionText)}
      error={error}
    />
  );
}

function Amount({ leaf, onChange, error }: Of<OneValue>) {
  const { t } = useTranslation('conditions');
  const unit = TRAFFIC_FIELDS[leaf.field]?.unit;
  return (
    <NumberInput
      size="xs"
      aria-label={t('value')}
      value={typeof leaf.value === 'number' ? leaf.value : 0}
      onChange={(next) => onChange(withValue(leaf, typeof next === 'number' ? next : 0))}
      {...(unit ? { suffix: ` ${t(`unit_${unit}`, { defaultValue: unit })}` } : {})}
      decimalScale={3}
      error={error}
    />
  );
}

/** Moments are Unix milliseconds; the field shows and takes UTC. */
function Moment({ leaf, onChange, error }: Of<OneValue>) {
  const { t } = useTranslation('conditions');
  return (
    <MomentField
      size="xs"
      aria-label={t('moment')}
      ms={Number(leaf.value)}
      onChange={(ms) => onChange(withValue(leaf, ms))}
      error={error}
    />
  );
}
