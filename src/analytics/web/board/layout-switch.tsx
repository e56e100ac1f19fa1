import IconLayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs';
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import { fitsPackage } from '#platform/contract/page.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import styles from '../filters/filters.module.css';
import { useBoard } from './board-state.tsx';

/** The same board as tables, or as cards with charts, where it has both and the reader may open both. */
export function LayoutSwitch() {
  const { t } = useTranslation('board');
  const { page } = useBoard();
  const { pkg } = useSelection();
  const [params] = useSearchParams();
  const other = BOARD_PAGES.find(
    (each) => each.boardId === page.boardId && each.layout !== page.layout && fitsPackage(each, pkg),
  );
  if (!other) return null;
  const Sign = other.layout === 'tabular' ? IconTable : IconLayoutGrid;
  return (
    <Link to={`${other.paths[0]}?${params}`} className={styles.open} aria-label={t(`layout_${other.layout}_long`)}>
      <Sign size={16} aria-hidden />
      <span className={styles.openLabel}>{t(`layout_${other.layout}`)}</span>
    </Link>
  );
}
