import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchText } from '#platform/contract/search-text.ts';
import styles from './selection-tree.module.css';
import { longest } from './text-limits.ts';

export interface TreeLeaf {
  id: string;
  label: string;
  /** Under the label: an address, a unit. */
  hint?: string;
}

export interface TreeGroup {
  label: string;
  leaves: readonly TreeLeaf[];
}

interface Props {
  label: string;
  groups: readonly TreeGroup[];
  /** null: everything, now and later. */
  value: readonly string[] | null;
  onChange: (value: string[] | null) => void;
  /** Words for "everything, later ones too". */
  everything: string;
}

/**
 * Groups that open and close, a box for each group and each leaf: boxes are the browser's own, so keyboard and screen
 * readers know them. "Everything" is a choice of its own, because it covers what is added later.
 */
export function SelectionTree({ label, groups, value, onChange, everything }: Props) {
  const { t } = useTranslation('ui');
  const [search, setSearch] = useState('');
  const all = groups.flatMap(({ leaves }) => leaves.map(({ id }) => id));
  const chosen = new Set(value ?? all);
  const words = search.trim().toLowerCase();
  const fits = (leaf: TreeLeaf): boolean => `${leaf.label} ${leaf.hint ?? ''}`.toLowerCase().includes(words);
  const shown = groups
    .map((group) => ({ ...group, leaves: group.leaves.filter(fits) }))
    .filter(({ leaves }) => leaves.length > 0);
  const set = (ids: readonly string[], on: boolean): void => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onChange(all.filter((id) => next.has(id)));
  };
  const visible = shown.flatMap(({ leaves }) => leaves.map(({ id }) => id));
  return (
    <fieldset className={styles.tree}>
      <legend>{label}</legend>
      <Checkbox
        label={everything}
        checked={value === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : [...all])}
      />
      {value !== null && (
        <>
          <Group gap="xs" wrap="wrap">
            <TextInput
              type="search"
              maxLength={longest(searchText)}
              size="xs"
              aria-label={t('search_in', { what: label })}
              placeholder={t('search_in', { what: label })}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <Button size="compact-sm" variant="default" onClick={() => set(visible, true)}>
              {t('select_all')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => set(visible, false)}>
              {t('select_none')}
            </Button>
            <span className={styles.count} role="status">
              {t('selected_of', { count: value.length, total: all.length })}
            </span>
          </Group>
          {shown.map((group) => (
            <Branch key={group.label} group={group} chosen={chosen} onSet={set} />
          ))}
          {shown.length === 0 && <p className={styles.none}>{t('none_found')}</p>}
        </>
      )}
    </fieldset>
  );
}

interface BranchProps {
  group: TreeGroup;
  chosen: ReadonlySet<string>;
  onSet: (ids: readonly string[], on: boolean) => void;
}

function Branch({ group, chosen, onSet }: BranchProps) {
  const ids = group.leaves.map(({ id }) => id);
  const on = ids.filter((id) => chosen.has(id)).length;
  return (
    <details className={styles.branch} open>
      <summary>{group.label}</summary>
      <div className={styles.leaves}>
        <Checkbox
          label={group.label}
          checked={on === ids.length}
          indeterminate={on > 0 && on < ids.length}
          onChange={(event) => onSet(ids, event.currentTarget.checked)}
        />
        {group.leaves.map(({ id, label, hint }) => (
          <Checkbox
            key={id}
            ml="lg"
            label={label}
            description={hint}
            checked={chosen.has(id)}
            onChange={(event) => onSet([id], event.currentTarget.checked)}
          />
        ))}
      </div>
    </details>
  );
}
