import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchText } from '#platform/contract/search-text.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import styles from './events.module.css';

const TYPING_MS = 350;

interface Props {
  /** What the address asks for. */
  search: string;
  onSearch: (search: string) => void;
}

/**
 * The address follows what is typed, once typing has paused. What is typed follows the address only where somebody else
 * has changed it (filters taken away, Back): the answer to one's own letters must not take the next ones back.
 */
export function SearchField({ search, onSearch }: Props) {
  const { t } = useTranslation('events');
  const [typed, setTyped] = useState(search);
  const [own, setOwn] = useState(search);
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    if (search !== own) {
      setOwn(search);
      setTyped(search);
    }
  }
  const ask = useDebouncedCallback((wanted: string) => {
    setOwn(wanted);
    onSearch(wanted);
  }, TYPING_MS);
  return (
    <TextInput
      type="search"
      maxLength={longest(searchText)}
      aria-label={t('search')}
      placeholder={t('search')}
      title={t('search_where')}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        ask(event.currentTarget.value.trim());
      }}
      className={styles.search ?? ''}
    />
  );
}
