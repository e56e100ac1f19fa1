import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import { useTranslation } from 'react-i18next';
import { Definition } from '#platform/web/ui/definition.tsx';
import type { RuleOrder } from './rule-order.ts';
import styles from './rules.module.css';

interface Props {
  /** Measures that are shown. */
  columns: readonly RuleOrder[];
  /** Null: by the category of the attack. */
  order: RuleOrder | null;
  onOrder: (order: RuleOrder | null) => void;
}

/** The head of the list; a click on a measure puts the most first, another brings the groups back. */
export function RuleHead({ columns, order, onOrder }: Props) {
  const { t } = useTranslation('rules');
  return (
    <thead>
      <tr>
        <th scope="col">{t('rule')}</th>
        <th scope="col">{t('setting')}</th>
        <th scope="col">{t('limits')}</th>
        {columns.map((name) => (
          <th key={name} scope="col" data-numeric aria-sort={order === name ? 'descending' : 'none'}>
            <button type="button" className={styles.order} onClick={() => onOrder(order === name ? null : name)}>
              {t(name)}
              <IconArrowDown size={13} aria-hidden data-on={order === name || undefined} />
            </button>
            <Definition text={t(`${name}_hint`)} of={t(name)} />
          </th>
        ))}
      </tr>
    </thead>
  );
}
