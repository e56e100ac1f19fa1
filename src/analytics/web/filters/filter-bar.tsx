import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InTopLine } from '#platform/web/layout/top-line-slot.tsx';
import { DIMENSION_NAMES } from '#traffic/event/contract/dimensions.ts';
import { useBoard } from '../board/board-state.tsx';
import { useWords } from '../words.ts';
import styles from './filters.module.css';
import { chosenCount } from './where.ts';

// Few visits open it, and it brings the calendar along.
const FilterPanel = lazy(() => import('./filter-panel.tsx').then((module) => ({ default: module.FilterPanel })));

/** The filters in force as chips, and the button that opens the panel. */
export function FilterBar() {
  const { t } = useTranslation('board');
  const { where } = useBoard();
  const [open, setOpen] = useState(false);
  // Once opened it stays mounted, so that closing is a movement and not a disappearance.
  const [needed, setNeeded] = useState(false);
  const count = chosenCount(where);
  return (
    <>
      <InTopLine>
        <button
          type="button"
          className={styles.open}
          data-on={count > 0 || undefined}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-label={count === 0 ? t('filters') : t('filters_count', { count })}
          onClick={() => {
            setNeeded(true);
            setOpen(true);
          }}
        >
          <IconFilter size={16} aria-hidden />
          <span className={styles.openLabel}>{t('filters')}</span>
          {count > 0 && <span className={styles.count}>{count}</span>}
        </button>
      </InTopLine>
      <Chips />
      {needed && (
        <Suspense fallback={null}>
          <FilterPanel opened={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function Chips() {
  const { t } = useTranslation('board');
  const words = useWords();
  const { where, setWhere, toggle } = useBoard();
  const chips = DIMENSION_NAMES.flatMap((name) => (where[name] ?? []).map((value) => ({ name, value })));
  if (chips.length === 0) return null;
  return (
    <div className={styles.line}>
      <ul className={styles.chips} aria-label={t('filters_active')}>
        {chips.map(({ name, value }) => {
          const filter = `${words.dimension(name)}: ${words.value(name, value)}`;
          return (
            <li key={`${name} ${value}`} className={styles.chip}>
              <span className={styles.chipName}>{words.dimension(name)}</span>
              <span className={styles.chipValue} title={filter}>
                {words.value(name, value)}
              </span>
              <button
                type="button"
                className={styles.remove}
                aria-label={t('remove_filter', { filter })}
                title={t('remove_filter', { filter })}
                onClick={() => toggle(name, value)}
              >
                <IconX size={14} aria-hidden />
              </button>
            </li>
          );
        })}
        <li>
          <button type="button" className={styles.clear} onClick={() => setWhere({})}>
            {t('clear_all')}
          </button>
        </li>
      </ul>
    </div>
  );
}
