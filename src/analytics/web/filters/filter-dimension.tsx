import { Checkbox, Loader, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { type UIEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchText } from '#platform/contract/search-text.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { useWords } from '../words.ts';
import styles from './filters.module.css';
import { useOwnCounts } from './use-own-counts.ts';
import { useValues } from './use-values.ts';

interface Props {
  name: DimensionName;
  chosen: readonly string[];
  onToggle: (value: string) => void;
  onAll: () => void;
}

/** One dimension of the panel: its values are asked for when it is opened. */
export function FilterDimension(props: Props) {
  const { name, chosen } = props;
  const { t } = useTranslation('board');
  const words = useWords();
  const [open, setOpen] = useState(false);
  const bodyId = useId();
  return (
    <div className={styles.dimension}>
      <button
        type="button"
        className={styles.summary}
        aria-expanded={open}
        aria-controls={bodyId}
        onClick={() => setOpen(!open)}
      >
        {t(`filter_${name}`, { defaultValue: words.dimension(name) })}
        {chosen.length > 0 && <span className={styles.badge}>{chosen.length}</span>}
        <IconChevronDown size={16} className={styles.chevron} aria-hidden />
      </button>
      <div id={bodyId}>{open && <Values {...props} />}</div>
    </div>
  );
}

const TYPING = 300;
/** Pixels before the end of the list at which the next page is asked for. */
const NEAR_END = 60;

function Values({ name, chosen, onToggle, onAll }: Props) {
  const { t } = useTranslation('board');
  const format = useFormat();
  const words = useWords();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING);
  const values = useValues(name, search);
  const counts = useOwnCounts(name);
  const countsOf = (value: string): string | undefined => {
    const [, total, clean, fraud] = counts?.get(value) ?? [];
    if (total === undefined) return undefined;
    return t('own_counts', { total: format.number(total), clean: format.number(clean), fraud: format.number(fraud) });
  };
  const shown = values.long
    ? values.all
    : values.all.filter((value) => words.value(name, value).toLowerCase().includes(search.toLowerCase()));
  // What is ticked stays in sight, also when a search would hide it.
  const listed = [...chosen.filter((value) => !shown.includes(value)), ...shown];

  const onScroll = ({ currentTarget: list }: UIEvent<HTMLUListElement>): void => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END) values.more();
  };
  const toggle = (value: string): void => {
    const after = chosen.includes(value) ? chosen.length - 1 : chosen.length + 1;
    // Every value chosen is no filter at all (FLT-RULE-04).
    if (search === '' && after === values.total) onAll();
    else onToggle(value);
  };

  if (values.error) return <ErrorState error={values.error} onRetry={values.retry} />;
  return (
    <div className={styles.values}>
      <TextInput
        type="search"
        maxLength={longest(searchText)}
        size="xs"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        placeholder={t('search_in', { name: words.dimension(name) })}
        aria-label={t('search_in', { name: words.dimension(name) })}
      />
      {values.loading ? (
        <Loader size="xs" mt="sm" aria-label={t('search_in', { name: words.dimension(name) })} />
      ) : (
        <ul className={styles.list} aria-label={words.dimension(name)} onScroll={onScroll}>
          {listed.map((value) => (
            <li key={value}>
              <Checkbox
                size="sm"
                label={words.value(name, value)}
                description={countsOf(value)}
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
              />
            </li>
          ))}
        </ul>
      )}
      {!values.loading && (
        <p className={styles.listNote} role="status">
          {listed.length === 0
            ? t('no_values')
            : t('values_shown', { shown: format.number(shown.length), total: format.number(values.total) })}
        </p>
      )}
    </div>
  );
}
