import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchText } from '#platform/contract/search-text.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { type FieldOrigin, TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { useNames } from '#traffic/event/web/names.ts';
import type { Reader } from '#traffic/rules/contract/quantity.ts';
import { plainValue, type StoredEvent, shownValue } from './event-values.ts';
import styles from './events.module.css';

const SECTIONS: readonly { id: 'reported' | 'fact'; origins: readonly FieldOrigin[] }[] = [
  { id: 'reported', origins: ['event', 'reported'] },
  { id: 'fact', origins: ['fact'] },
];

interface Props {
  event: StoredEvent;
  reader: Reader;
}

/** Every column and fact of the event: what was reported, what was found out, searchable by name, meaning and value. */
export function EventFacts({ event, reader }: Props) {
  const { t } = useTranslation('events');
  const names = useNames();
  const [search, setSearch] = useState('');
  const [all, setAll] = useState(false);
  const heading = useId();
  const rows = useMemo(() => {
    const wanted = search.trim().toLocaleLowerCase();
    return Object.entries(TRAFFIC_FIELDS)
      .filter(([column]) => column in event)
      .map(([column, { origin }]) => ({
        column,
        origin,
        name: names.column(column),
        about: names.about(column),
        shown: shownValue(reader, event, column),
        plain: plainValue(event, column),
      }))
      .filter(({ plain }) => all || wanted !== '' || plain !== '')
      .filter(({ column, name, about, shown, plain }) =>
        [column, name, about, shown, plain].some((text) => text.toLocaleLowerCase().includes(wanted)),
      );
  }, [event, reader, names, search, all]);

  const wanted = search.trim().toLocaleLowerCase();
  const extra = extraOf(event).filter((pair) => pair.some((text) => text.toLocaleLowerCase().includes(wanted)));

  return (
    <section aria-labelledby={heading} className={styles.section}>
      <header className={styles.sectionHead}>
        <h3 id={heading}>{t('facts')}</h3>
        <label className={styles.toggle}>
          <input type="checkbox" checked={all} onChange={(change) => setAll(change.currentTarget.checked)} />
          {t('facts_all')}
        </label>
      </header>
      <TextInput
        size="xs"
        type="search"
        maxLength={longest(searchText)}
        aria-label={t('facts_search')}
        placeholder={t('facts_search')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(change) => setSearch(change.currentTarget.value)}
      />
      {rows.length === 0 && extra.length === 0 && <p className={styles.muted}>{t('facts_none')}</p>}
      {SECTIONS.map(({ id, origins }) => {
        const own = rows.filter(({ origin }) => origins.includes(origin));
        if (own.length === 0) return null;
        return (
          <div key={id}>
            <h4 className={styles.subhead}>{t(`facts_${id}`)}</h4>
            <Facts>
              {own.map(({ column, name, about, shown, plain }) => (
                <Fact key={column} name={name} about={about}>
                  {shown === '' ? <span className={styles.muted}>{t('nothing_there')}</span> : <span>{shown}</span>}
                  {plain !== '' && <CopyButton value={plain} label={t('copy_value', { name })} />}
                </Fact>
              ))}
            </Facts>
          </div>
        );
      })}
      {extra.length > 0 && (
        <div>
          <h4 className={styles.subhead}>{t('facts_extra')}</h4>
          <Facts>
            {extra.map(([name, value]) => (
              <Fact key={name} name={name}>
                <span className={styles.mono}>{value}</span>
                <CopyButton value={value} label={t('copy_value', { name })} />
              </Fact>
            ))}
          </Facts>
        </div>
      )}
    </section>
  );
}

/** Columns of the file that no field takes its value from, as they came. */
const extraOf = ({ extra }: StoredEvent): [name: string, value: string][] =>
  typeof extra === 'object' && extra !== null
    ? Object.entries(extra).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]]))
    : [];
