import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardCard } from '#domains/explore/contract/board-endpoints.ts';
import { type ExploreAnswer, exploreEndpoints, MOST_ROWS } from '#domains/explore/contract/explore-endpoints.ts';
import { FILE_FORMATS } from '#platform/contract/file-formats.ts';
import { download } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import { type RowAction, RowMenu } from '#platform/web/list/row-menu.tsx';
import type { Sort } from '#platform/web/table/column.ts';
import { askedAbout } from '#platform/web/ui/about-choice.tsx';
import type { CardFile } from '#platform/web/ui/card-files.tsx';
import { CardFrame, type CardState } from '#platform/web/ui/card-frame.tsx';
import { nothingHere } from '#traffic/event/web/nothing-here.tsx';
import { type Ask, droppedOf, readAsk } from '../ask.ts';
import { ExplorePicture } from '../explore-picture.tsx';
import { ExplorePivot } from '../explore-pivot.tsx';
import { ExploreTable } from '../explore-table.tsx';
import { useExplore, useQuestion } from '../use-explore.ts';
import { useExploreWords } from '../use-words.ts';
import styles from './boards.module.css';
import { exploreHref, paramsOf } from './card-address.ts';
import { CardTitle } from './card-title.tsx';

/** The same for every card, so that two beside each other end on one line. */
const HEIGHT = 360;
export interface CardEdit {
  onRename: (title: string) => Promise<unknown>;
  onRemove: () => void;
  onUp?: () => void;
  onDown?: () => void;
}

/** One question of a board, asked by whoever looks; what cannot be asked any more is said, and the rest is shown. */
export function BoardCardView({ card, edit }: { card: BoardCard; edit?: CardEdit }) {
  const { t } = useTranslation(['boards', 'explore']);
  const sticky = useStickySearch();
  const [renaming, setRenaming] = useState(false);
  const params = useMemo(() => paramsOf(card), [card]);
  const [sorted, setSorted] = useState<Sort>();
  const ask = useMemo((): Ask => {
    const read = readAsk(params);
    return sorted ? { ...read, sort: sorted.id, order: sorted.desc ? 'desc' : 'asc' } : read;
  }, [params, sorted]);
  const question = useQuestion(ask);
  const of = JSON.stringify(question);
  const [place, setPlace] = useState({ of, page: 1 });
  const page = place.of === of ? place.page : 1;
  const asked = useExplore(ask, question, page);
  const words = useExploreWords();
  const files = FILE_FORMATS.map(
    (form): CardFile => ({
      id: form,
      label: t(`explore:format_${form}`),
      save: () =>
        download(exploreEndpoints.exploreFile, {
          query: { ...question, format: form, ...(form === 'csv' ? askedAbout() : {}) },
        }),
    }),
  );
  const filtered = ask.filters.length > 0 || ask.query !== '';
  return (
    <div className={styles.card} data-view={ask.view}>
      <CardFrame
        title={card.title}
        caption={
          <>
            {ask.by.map(words.key).join(' · ')}
            <span className={styles.open}>
              {ask.by.length > 0 && ' · '}
              <Link to={exploreHref(card, sticky)}>{t('boards:open_in_explore')}</Link>
            </span>
          </>
        }
        state={stateOf(asked)}
        error={asked.error}
        onRetry={() => void asked.refetch()}
        empty={filtered ? { why: t('explore:none_filtered') } : nothingHere()}
        height={HEIGHT}
        skeleton={card.view === 'chart' ? 'chart' : 'table'}
        files={files}
        actions={
          edit && (
            <span className={styles.menu}>
              <RowMenu
                label={t('boards:actions_of', { name: card.title })}
                actions={actionsOf(edit, t, () => setRenaming(true))}
              />
            </span>
          )
        }
      >
        <Dropped params={params} />
        <div className={styles.body} data-view={ask.view}>
          {ask.view === 'chart' ? (
            <ExplorePicture ask={ask} rows={asked.data?.data ?? []} height={HEIGHT - 40} />
          ) : ask.view === 'pivot' ? (
            <ExplorePivot ask={ask} rows={asked.data?.data ?? []} maxHeight={HEIGHT - 60} />
          ) : (
            <ExploreTable
              ask={ask}
              rows={asked.data?.data ?? []}
              answer={asked.data}
              asked={asked}
              page={page}
              onPage={(next) => setPlace({ of, page: next })}
              onSort={setSorted}
              maxHeight={HEIGHT - 60}
            />
          )}
        </div>
        <Cut ask={ask} total={asked.data?.total ?? 0} />
      </CardFrame>
      {renaming && edit && <CardTitle title={card.title} onSave={edit.onRename} onClose={() => setRenaming(false)} />}
    </div>
  );
}

interface Asked {
  data: ExploreAnswer | undefined;
  error: unknown;
  isPending: boolean;
  isPlaceholderData: boolean;
}

function stateOf({ data, error, isPending, isPlaceholderData }: Asked): CardState {
  if (error && (!data || isPlaceholderData)) return 'error';
  if (isPending) return 'loading';
  if (data?.total === 0) return 'empty';
  return isPlaceholderData ? 'stale' : 'ready';
}

function actionsOf(edit: CardEdit, t: (key: string) => string, onRename: () => void): RowAction[] {
  return [
    { label: t('boards:rename'), onClick: onRename },
    ...(edit.onUp ? [{ label: t('boards:up'), onClick: edit.onUp }] : []),
    ...(edit.onDown ? [{ label: t('boards:down'), onClick: edit.onDown }] : []),
    { label: t('boards:card_remove'), onClick: edit.onRemove, danger: true },
  ];
}

/** A number of fewer filters than were meant is another number: that has to be said. */
function Dropped({ params }: { params: URLSearchParams }) {
  const { t } = useTranslation('boards');
  const gone = droppedOf(params);
  if (gone.length === 0) return null;
  return <p className={styles.dropped}>{t('dropped', { count: gone.length, names: gone.join(', ') })}</p>;
}

function Cut({ ask, total }: { ask: Ask; total: number }) {
  const { t } = useTranslation('explore');
  const format = useFormat();
  if (ask.view === 'table' || total <= MOST_ROWS) return null;
  return (
    <p className={`${screen.note} ${styles.note}`}>
      {t('cut', { shown: format.number(MOST_ROWS), total: format.number(total) })}
    </p>
  );
}
