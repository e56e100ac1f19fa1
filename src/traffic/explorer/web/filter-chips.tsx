import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useKeyNames } from '#traffic/event/web/key-names.ts';
import type { AddressFilter, FilterName } from './event-address.ts';
import styles from './events.module.css';

/** More values than this are counted instead of named. */
const NAMED = 3;

interface Props {
  filters: readonly AddressFilter[];
  onEdit: (name: FilterName) => void;
  onRemove: (filter: AddressFilter) => void;
  onClear: () => void;
}

/** Every filter of the list as a chip: a click on its words changes it, the cross takes it away. */
export function FilterChips({ filters, onEdit, onRemove, onClear }: Props) {
  const { t } = useTranslation('events');
  const names = useKeyNames();
  const format = useFormat();
  if (filters.length === 0) return null;
  const nameOf = (name: FilterName): string => {
    if (name === 'import') return t('filter_import');
    return names.dimension(name === 'group' ? 'reason_group' : name);
  };
  const valuesOf = ({ name, values }: AddressFilter): string => {
    if (values.length > NAMED) return t('values_count', { n: values.length });
    const field = name === 'group' ? 'reason_group' : name;
    return format.list(values.map((value) => names.value(field, field === 'kind' ? value.toLowerCase() : value)));
  };
  return (
    <ul className={styles.chips} aria-label={t('filters')}>
      {filters.map((filter) => (
        <li key={`${filter.name} ${filter.not}`} className={styles.chip}>
          <button type="button" className={styles.chipWords} onClick={() => onEdit(filter.name)}>
            <span className={styles.muted}>{nameOf(filter.name)}</span>{' '}
            {filter.not && <span className={styles.muted}>{t('filter_not')}</span>} {valuesOf(filter)}
          </button>
          <button
            type="button"
            className={styles.chipCross}
            aria-label={t('filter_remove', { name: nameOf(filter.name) })}
            onClick={() => onRemove(filter)}
          >
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <button type="button" className={styles.clear} onClick={onClear}>
            {t('filters_clear')}
          </button>
        </li>
      )}
    </ul>
  );
}
