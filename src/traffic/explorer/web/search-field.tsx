import { useTranslation } from 'react-i18next';
import { AddressSearch } from '#platform/web/list/address-search.tsx';
import styles from './events.module.css';

interface Props {
  /** What the address asks for. */
  search: string;
  onSearch: (search: string) => void;
}

/** The search of a list of events. */
export function SearchField({ search, onSearch }: Props) {
  const { t } = useTranslation('events');
  return (
    <AddressSearch
      label={t('search')}
      hint={t('search_where')}
      search={search}
      onSearch={onSearch}
      className={styles.search}
    />
  );
}
