import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useState } from 'react';
import { searchText } from '#platform/contract/search-text.ts';
import { longest } from '../form/text-limits.ts';

const TYPING_MS = 350;

interface Props {
  label: string;
  /** What is searched through. */
  hint?: string;
  /** What the address asks for. */
  search: string;
  onSearch: (search: string) => void;
  className?: string | undefined;
}

/**
 * The address follows what is typed, once typing has paused. What is typed follows the address only where somebody else
 * has changed it (filters taken away, Back): the answer to one's own letters must not take the next ones back.
 */
export function AddressSearch({ label, hint, search, onSearch, className = '' }: Props) {
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
      aria-label={label}
      placeholder={label}
      title={hint}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        ask(event.currentTarget.value.trim());
      }}
      className={className}
    />
  );
}
