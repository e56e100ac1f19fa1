import { Menu } from '@mantine/core';
import IconArrowsDiff from '@tabler/icons-react/dist/esm/icons/IconArrowsDiff.mjs';
import { useTranslation } from 'react-i18next';
import { COMPARISONS, useSelection } from '#platform/web/layout/selection.tsx';
import styles from './shell.module.css';

export function CompareMenu() {
  const { t } = useTranslation('shell');
  const { compare, chooseCompare } = useSelection();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={styles.control}
          data-on={compare !== 'none' || undefined}
          aria-label={`${t('compare')}: ${t(`compare_${compare}`)}`}
        >
          <IconArrowsDiff size={16} aria-hidden />
          <span className={styles.wideOnly}>{t(compare === 'none' ? 'compare' : `compare_${compare}`)}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {COMPARISONS.map((name) => (
          <Menu.RadioItem
            key={name}
            value={name}
            checked={name === compare}
            onChange={() => chooseCompare(name)}
            closeMenuOnClick
          >
            {t(`compare_${name}`)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
