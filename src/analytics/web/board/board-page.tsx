import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnyBoard, isAboutVerdicts, widgetOf } from '#analytics/contract/board.ts';
import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { BOARD_PAGES, type BoardPage as BoardPageOf } from '#analytics/contract/pages.ts';
import { type BoardLayout, layoutOf } from '#analytics/contract/prepare/layout.ts';
import type { PageProps } from '#platform/web/layout/page-component.ts';
import { PrintedLine } from '#platform/web/layout/printed-line.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { InTopLine } from '#platform/web/layout/top-line-slot.tsx';
import { WidgetCard } from '../cards/widget-card.tsx';
import { FilterBar } from '../filters/filter-bar.tsx';
import filterStyles from '../filters/filters.module.css';
import { useVerdictColors } from '../use-colors.ts';
import { BoardAnswer } from './answer.tsx';
import { BlindAnswer } from './blind-answer.tsx';
import styles from './board.module.css';
import { BoardFiles } from './board-files.tsx';
import { BoardProvider, useBoard } from './board-state.tsx';
import { Figures } from './figures.tsx';
import { FileButton } from './file-button.tsx';
import { LayoutSwitch } from './layout-switch.tsx';
import { Sections } from './sections.tsx';
import { usePrinting } from './use-printing.ts';

/** Every board of the product: the page says which, the board says what is on it. */
export function BoardPage({ page }: PageProps) {
  const boardPage = BOARD_PAGES.find(({ id }) => id === page.id);
  const board = BOARDS.find(({ id }) => id === boardPage?.boardId);
  if (!boardPage || !board) throw new Error(`No board for page ${page.id}`);
  return <BoardOf board={board} page={boardPage} />;
}

export function BoardOf({ board, page }: { board: AnyBoard; page: BoardPageOf }) {
  const { pkg } = useSelection();
  useVerdictColors();
  // A new key per package: numbers of another package must not stand there, not even dimmed.
  return (
    <BoardProvider key={`${page.id} ${pkg.package_name}`} board={board} page={page}>
      <BoardView {...layoutOf(board)} />
    </BoardProvider>
  );
}

function BoardView({ figures, lead, open, folded }: BoardLayout) {
  const { t } = useTranslation('board');
  const { board } = useBoard();
  // What is below the fold is drawn after the first picture stands; its numbers are asked for a moment later.
  const { printing, print } = usePrinting();
  const settled = useDeferredValue(true, false);
  const files = <BoardFiles figures={figures} print={print} printing={printing} />;
  return (
    <div className={styles.board} data-drawing={!settled || undefined}>
      <PrintedLine />
      <InTopLine>
        <span className={filterStyles.onWide}>
          <LayoutSwitch />
          {files}
        </span>
      </InTopLine>
      <div className={filterStyles.onPhone}>
        <LayoutSwitch />
      </div>
      <FilterBar />
      {figures &&
        (isAboutVerdicts(board) ? <BoardAnswer figures={figures} lead={lead} /> : <BlindAnswer figures={figures} />)}
      {board.file && <FileButton widget={widgetOf(board, board.file)} />}
      {figures && (
        <section aria-label={t('section_figures')} className={styles.figuresPlace}>
          <Figures widget={figures} lead={lead} />
        </section>
      )}
      {/* The line above has no room for it there, and figures stand where the outline of the page has them. */}
      <div className={filterStyles.onPhone}>{files}</div>
      {lead && <WidgetCard widget={lead} wide />}
      {settled && <Sections open={open} folded={folded} printing={printing} />}
    </div>
  );
}
