import { Button } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { BoardCard, OwnBoard } from '#domains/explore/contract/board-endpoints.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { PrintedLine } from '#platform/web/layout/printed-line.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { RowMenu } from '#platform/web/list/row-menu.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { undoToast } from '#platform/web/ui/undo-toast.tsx';
import { BoardCardView } from './board-card.tsx';
import styles from './boards.module.css';
import { mayChange, useBoardActions } from './use-board-actions.tsx';
import { useBoard, useChangeBoard } from './use-boards.ts';

/** One board: its cards, asked about the package and the days of the page with the rights of whoever looks. */
export function BoardPage({ id }: { id: number }) {
  const { t } = useTranslation('boards');
  const { pkg, packages } = useSelection();
  const errorText = useErrorText();
  const asked = useBoard(id);
  const board = asked.data?.data;
  if (asked.error && !board) {
    const { error } = asked;
    const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
    if (!isGone) return <ErrorState error={error} onRetry={() => void asked.refetch()} />;
    return <EmptyState why={errorText(error)} action={<ToList />} />;
  }
  if (!board) return <div className={screen.waiting} role="status" aria-busy aria-label={t('loading')} />;
  if (board.package_name !== pkg.package_name) {
    const of = packages.find(({ package_name }) => package_name === board.package_name);
    const search = new URLSearchParams({ package: board.package_name });
    return (
      <EmptyState
        why={t('of_package', { name: board.name, title: of?.package_title ?? board.package_name })}
        action={
          <Button component={Link} to={`?${search}`} variant="default" size="compact-md">
            {t('open_there')}
          </Button>
        }
      />
    );
  }
  return <Board board={board} />;
}

function ToList() {
  const { t } = useTranslation('boards');
  const sticky = useStickySearch();
  return (
    <Button
      component={Link}
      to={`/explore/boards${sticky}`}
      variant="default"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
    >
      {t('to_list')}
    </Button>
  );
}

function Board({ board }: { board: OwnBoard }) {
  const { t } = useTranslation('boards');
  const sticky = useStickySearch();
  const navigate = useNavigate();
  const { of, dialog } = useBoardActions(() => void navigate(`/explore/boards${sticky}`));
  const change = useChangeBoard();
  const may = mayChange(board);
  const { id, version, cards } = board;
  const setCards = (next: BoardCard[]) => change.mutateAsync({ id, version, cards: next });
  const keys = keysOf(cards);
  const remove = (at: number): void => {
    const [gone] = cards.slice(at, at + 1);
    setCards(cards.toSpliced(at, 1))
      .then(({ data }) =>
        undoToast({
          message: t('card_removed', { title: gone?.title ?? '' }),
          undo: t('undo'),
          onUndo: () => change.mutate({ id, version: data.version, cards }),
        }),
      )
      // Told already, by the change itself.
      .catch(() => undefined);
  };
  const move = (at: number, to: number): void => {
    const [card] = cards.slice(at, at + 1);
    if (card) setCards(cards.toSpliced(at, 1).toSpliced(to, 0, card)).catch(() => undefined);
  };
  return (
    <div className={screen.page}>
      <PrintedLine />
      <header className={screen.head}>
        <div>
          <h2>{board.name}</h2>
          <p>
            {board.own ? t('by_you') : t('by', { owner: board.owner })} · {t(board.shared ? 'head_shared' : 'head_own')}
          </p>
        </div>
        <div className={screen.tools}>
          <ToList />
          <Button component={Link} to={`/explore${sticky}`} variant="default">
            {t('ask_more')}
          </Button>
          {may && <RowMenu label={t('actions_of', { name: board.name })} actions={of(board)} />}
        </div>
      </header>
      {cards.length === 0 && (
        <section className={screen.card}>
          <EmptyState
            why={t(may ? 'empty' : 'empty_of_others')}
            action={
              <Button component={Link} to={`/explore${sticky}`} variant="default" size="compact-md">
                {t('to_explore')}
              </Button>
            }
          />
        </section>
      )}
      <div className={styles.grid}>
        {cards.map((card, at) => (
          <BoardCardView
            key={keys[at] ?? at}
            card={card}
            {...(may
              ? {
                  edit: {
                    onRename: (title: string) =>
                      setCards(cards.map((one, place) => (place === at ? { ...one, title } : one))),
                    onRemove: () => remove(at),
                    ...(at > 0 ? { onUp: () => move(at, at - 1) } : {}),
                    ...(at < cards.length - 1 ? { onDown: () => move(at, at + 1) } : {}),
                  },
                }
              : {})}
          />
        ))}
      </div>
      {dialog}
    </div>
  );
}

/** A card keeps its place on the screen when others move, and what is open in it; two of a kind are told apart. */
function keysOf(cards: readonly BoardCard[]): string[] {
  const said = cards.map(({ view, asked }) => JSON.stringify([view, asked]));
  return said.map((key, at) => `${key} ${said.slice(0, at).filter((other) => other === key).length}`);
}
