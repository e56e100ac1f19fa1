import { ActionIcon, Select, Text } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorsOf } from '#platform/contract/condition-check.ts';
import type { Leaf } from '#platform/contract/condition-predicate.ts';
import { type FieldOrigin, TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { useNames } from '#traffic/event/web/names.ts';
import styles from './condition-builder.module.css';
import { leafFor, withOperator } from './condition-tree.ts';
import { ValueInput } from './value-input.tsx';

interface Props {
  leaf: Leaf;
  packageName: string;
  onChange: (leaf: Leaf) => void;
  onRemove: () => void;
  error: string | undefined;
}

/** One comparison: field, operator, value. */
export function ConditionRow({ leaf, packageName, onChange, onRemove, error }: Props) {
  const { t } = useTranslation('conditions');
  const names = useNames();
  const fields = useFields();
  const operators = operatorsOf(TRAFFIC_FIELDS[leaf.field]?.valueType ?? 'string');
  const numeric = ['number', 'datetime'].includes(TRAFFIC_FIELDS[leaf.field]?.valueType ?? '');
  return (
    <li className={styles.row} data-wrong={error !== undefined || undefined}>
      <Select
        size="xs"
        aria-label={t('field')}
        data={fields}
        value={leaf.field}
        onChange={(field) => field && onChange(leafFor(field, leaf.op))}
        renderOption={({ option }) => (
          <span className={styles.option}>
            {option.label}
            <Text component="small" size="xs" c="dimmed">
              {names.about(option.value)}
            </Text>
          </span>
        )}
        comboboxProps={{ width: 340, position: 'bottom-start' }}
        maxDropdownHeight={320}
        allowDeselect={false}
        searchable
      />
      <Select
        size="xs"
        aria-label={t('operator')}
        data={operators.map((op) => ({ value: op, label: t(numeric && op === 'eq' ? 'op_equals' : `op_${op}`) }))}
        value={leaf.op}
        onChange={(op) => {
          const chosen = operators.find((one) => one === op);
          if (chosen) onChange(withOperator(leaf, chosen));
        }}
        allowDeselect={false}
      />
      <span className={styles.value}>
        <ValueInput leaf={leaf} packageName={packageName} onChange={onChange} error={error} />
        {error !== undefined && !('value' in leaf) && !('values' in leaf) && (
          <span className={styles.fault}>{error}</span>
        )}
      </span>
      <ActionIcon variant="subtle" color="gray" aria-label={t('remove_condition')} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}

const ORIGINS: readonly FieldOrigin[] = ['event', 'reported', 'fact'];

/** Fields by where they come from, in the reader's words. */
function useFields() {
  const { t } = useTranslation('conditions');
  const names = useNames();
  return useMemo(() => {
    const of = (test: (origin: string) => boolean) =>
      Object.entries(TRAFFIC_FIELDS)
        .filter(([, { origin }]) => test(origin))
        .map(([name]) => ({ value: name, label: names.column(name) }))
        .sort((a, b) => a.label.localeCompare(b.label));
    const known = new Set<string>(ORIGINS);
    return [
      ...ORIGINS.map((origin) => ({ group: t(`fields_${origin}`), items: of((each) => each === origin) })),
      { group: t('fields_source'), items: of((each) => !known.has(each)) },
    ].filter(({ items }) => items.length > 0);
  }, [t, names]);
}
