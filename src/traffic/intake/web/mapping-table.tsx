import { MultiSelect, TextInput } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchText } from '#platform/contract/search-text.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import { cutMiddle } from '#platform/web/table/middle-cut.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import type { ImportPreview } from '#traffic/intake/contract/import-endpoints.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import styles from './import.module.css';
import { assign, isChanged, TARGETS, targetsOf } from './mapping-state.ts';

interface Props {
  columns: ImportPreview['columns'];
  guess: ImportMapping;
  saved: boolean;
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}

const LONGEST_EXAMPLE = 46;

/** Column of the file → stored columns, the guess marked until a person changes it. */
export function MappingTable({ columns, guess, saved, mapping, onChange }: Props) {
  const { t } = useTranslation('import');
  const names = useNames();
  const heading = useId();
  const [all, setAll] = useState(true);
  const [search, setSearch] = useState('');
  const data = useMemo(() => TARGETS.map((target) => ({ value: target, label: names.column(target) })), [names]);
  const unused = columns.filter(({ key }) => targetsOf(mapping, key).length === 0);
  const wanted = search.trim().toLowerCase();
  const shown = columns.filter(
    (column) => (all || !unused.includes(column)) && (wanted === '' || textOf(column, mapping, names).includes(wanted)),
  );
  // The columns of a known format are no guess, and a mapping that was saved is none either.
  const isGuess = mapping.format === 'table' && !saved;

  return (
    <section className={styles.box} aria-labelledby={heading}>
      <header className={styles.boxHead}>
        <h3 id={heading}>{t('mapping')}</h3>
        <TextInput
          size="xs"
          type="search"
          maxLength={longest(searchText)}
          w={240}
          aria-label={t('mapping_search')}
          placeholder={t('mapping_search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <label className={styles.toggle}>
          <input type="checkbox" checked={!all} onChange={(event) => setAll(!event.currentTarget.checked)} />
          {t('mapping_used', { n: unused.length })}
        </label>
      </header>
      <p className={styles.hint}>
        {t('mapping_hint')}{' '}
        <span role="status">{wanted !== '' && t('mapping_found', { n: shown.length, all: columns.length })}</span>
      </p>
      <div className={styles.mapping}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('column')}</th>
              <th scope="col">{t('example')}</th>
              <th scope="col">{t('stored_as')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, name, example }) => {
              const targets = targetsOf(mapping, key);
              const changed = isChanged(guess, mapping, key);
              return (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  <td className={styles.example} title={example}>
                    {cutMiddle(example, LONGEST_EXAMPLE)}
                  </td>
                  <td>
                    <div className={styles.targets}>
                      <MultiSelect
                        size="xs"
                        aria-label={t('stored_as_of', { name })}
                        data={data}
                        value={targets}
                        onChange={(chosen) => onChange(assign(mapping, key, chosen))}
                        placeholder={targets.length === 0 ? t('kept_aside') : ''}
                        searchable
                        hidePickedOptions
                        nothingFoundMessage={t('none_found')}
                        comboboxProps={{ withinPortal: true }}
                      />
                      {(changed || (isGuess && targets.length > 0)) && (
                        <span className={styles.mark} data-changed={changed || undefined}>
                          {t(changed ? 'changed' : 'guessed')}
                        </span>
                      )}
                    </div>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What a column is found by: its name, an example, and what it is stored as. */
const textOf = (
  { key, name, example }: ImportPreview['columns'][number],
  mapping: ImportMapping,
  names: ReturnType<typeof useNames>,
): string => [name, example, ...targetsOf(mapping, key).map(names.column)].join(' ').toLowerCase();
