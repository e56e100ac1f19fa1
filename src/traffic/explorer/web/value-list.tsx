import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchText } from '#platform/contract/search-text.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { useKeyNames } from '#traffic/event/web/key-names.ts';
import type { ValueField } from '#traffic/explorer/contract/events-endpoints.ts';
import styles from './events.module.css';
import type { ValueSource } from './value-source.ts';

const TYPING_MS = 250;

interface Props {
  field: ValueField;
  source: ValueSource;
  chosen: readonly string[];
  onChosen: (values: string[]) => void;
}

/** Values of a field with how many events have each; many can be ticked. */
export function ValueList({ field, source, chosen, onChosen }: Props) {
  const { t } = useTranslation('events');
  const names = useKeyNames();
  const format = useFormat();
  const errorText = useErrorText();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), TYPING_MS);
  const asking = (containing?: string) => ({
    queryKey: [...source.key, field, containing],
    queryFn: ({ signal }: { signal: AbortSignal }) => source.ask(field, containing, signal),
  });
  const all = useQuery(asking());
  // Searched here by the words on the screen, and by the server only where it has more than it gave.
  const more = all.data?.more === true && wanted !== '';
  const found = useQuery({ ...asking(wanted), enabled: more });
  const given = (more ? found.data : all.data)?.data ?? [];
  const counts = new Map(given.map(({ value, events }) => [value, events]));
  const rows = [...chosen.filter((value) => !counts.has(value)), ...counts.keys()].map((value) => ({
    value,
    words: names.value(field, value),
    events: counts.get(value),
  }));
  const typed = search.trim().toLocaleLowerCase();
  const shown = rows.filter(({ value, words }) =>
    [value, words].some((text) => text.toLocaleLowerCase().includes(typed)),
  );
  const toggle = (value: string): void =>
    onChosen(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  const failed = all.error ?? found.error;
  return (
    <>
      <TextInput
        size="xs"
        type="search"
        aria-label={t('filter_search')}
        placeholder={t('filter_search')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        maxLength={longest(searchText)}
        onChange={(event) => setSearch(event.currentTarget.value)}
        data-autofocus
      />
      {failed && <p className={styles.fault}>{errorText(failed)}</p>}
      {shown.length > 0 && (
        <ul className={styles.values} aria-busy={all.isPending || (more && found.isPending)}>
          {shown.map(({ value, words, events }) => (
            <li key={value}>
              <label>
                <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
                <span>{words}</span>
                <small className={styles.valueCount}>{events === undefined ? '' : format.number(events)}</small>
              </label>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.hint} role="status">
        {valuesHint()}
      </p>
    </>
  );

  function valuesHint(): string {
    if (all.isPending || (more && found.isPending)) return t('filter_counting');
    if (shown.length === 0) return t('filter_no_value');
    return all.data?.more && wanted === '' ? t('filter_more_values', { n: format.number(given.length) }) : '';
  }
}
