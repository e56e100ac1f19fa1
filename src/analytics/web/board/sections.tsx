import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardLayout, SectionOfBoard } from '#analytics/contract/prepare/layout.ts';
import { isWorthShowing } from '#analytics/contract/prepare/shown.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { WidgetCard } from '../cards/widget-card.tsx';
import { useWords } from '../words.ts';
import styles from './board.module.css';
import { useBoard } from './board-state.tsx';
import { useOpenSections } from './use-open-sections.ts';

interface Props extends Pick<BoardLayout, 'open' | 'folded'> {
  /** On paper all of them are open. */
  printing: boolean;
}

/** What stands below the trend: some of it at once, the rest by its name until somebody opens it. */
export function Sections({ open, folded, printing }: Props) {
  const { t } = useTranslation('board');
  const { selection } = useBoard();
  const sections = useOpenSections(folded);
  const worth = ({ id, widgets }: SectionOfBoard): SectionOfBoard => ({
    id,
    widgets: widgets.filter((widget) => isWorthShowing(widget, selection.range)),
  });
  const shown = folded.map(worth).filter(({ widgets }) => widgets.length > 0);
  const ids = shown.map(({ id }) => id);
  const allOpen = ids.every(sections.isOpen);
  return (
    <>
      {open.map(worth).map(({ id, widgets }) => (
        <section key={id} aria-label={t(`section_${id}`)}>
          <Cards widgets={widgets} />
        </section>
      ))}
      {shown.length > 0 && (
        <div className={styles.more}>
          <h2 className={styles.moreTitle}>{t('more')}</h2>
          <button type="button" className={styles.openAll} onClick={() => sections.toggleAll(ids)}>
            {t(allOpen ? 'close_all' : 'open_all')}
          </button>
        </div>
      )}
      {shown.map((section) => (
        <Folded
          key={section.id}
          section={section}
          isOpen={printing || sections.isOpen(section.id)}
          onToggle={() => sections.toggle(section.id)}
        />
      ))}
    </>
  );
}

interface FoldedProps {
  section: SectionOfBoard;
  isOpen: boolean;
  onToggle: () => void;
}

/** A closed section asks for nothing: its cards come with it. */
function Folded({ section, isOpen, onToggle }: FoldedProps) {
  const { t } = useTranslation('board');
  const words = useWords();
  const bodyId = useId();
  const name = t(`section_${section.id}`);
  return (
    <section className={styles.folded} aria-label={name}>
      <h3 className={styles.foldedHead}>
        <button
          type="button"
          className={styles.foldedButton}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={onToggle}
        >
          <IconChevronRight size={16} aria-hidden className={styles.foldedChevron} />
          {name}
          {!isOpen && (
            <span className={styles.foldedNames} aria-hidden>
              {section.widgets.map(words.title).join(' · ')}
            </span>
          )}
        </button>
      </h3>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && <Cards widgets={section.widgets} />}
      </div>
    </section>
  );
}

function Cards({ widgets }: { widgets: readonly Widget<string>[] }) {
  return (
    <div className={styles.pairs}>
      {widgets.map((widget) => (
        <WidgetCard key={widget.id} widget={widget} />
      ))}
    </div>
  );
}
