import { Button, Menu } from '@mantine/core';
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { type BoardCard, boardEndpoints, type ListedBoard } from '#domains/explore/contract/board-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { undoToast } from '#platform/web/ui/undo-toast.tsx';
import type { Ask } from './ask.ts';
import { askedIn, titleOf } from './boards/card-address.ts';
import { PutDialog } from './boards/put-dialog.tsx';
import { useBoards, useBoardsChanged } from './boards/use-boards.ts';
import { useExploreWords } from './use-words.ts';

/** Keeps the question of the page as a card: on a board there is, or on a new one. */
export function PutOnBoard({ ask }: { ask: Ask }) {
  const { t } = useTranslation('boards');
  const { pkg } = useSelection();
  const [params] = useSearchParams();
  const words = useExploreWords();
  const sticky = useStickySearch();
  const navigate = useNavigate();
  const boards = useBoards();
  const changed = useBoardsChanged();
  const [onto, setOnto] = useState<ListedBoard | 'new'>();
  const own = (boards.data?.data ?? []).filter((board) => board.own);
  const isNothing = !params.has('by') && !params.has('measures');
  const put = async (title: string, name: string): Promise<void> => {
    const card: BoardCard = { title, view: ask.view, asked: askedIn(params) };
    const board = await (onto === 'new' || onto === undefined
      ? makeWith(card, pkg.package_name, name)
      : addTo(card, onto.id));
    await changed();
    undoToast({
      message: t('put', { name: board.name }),
      undo: t('open'),
      onUndo: () => void navigate(`/explore/boards/${board.id}${sticky}`),
    });
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal shadow="md">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconLayoutDashboard size={16} aria-hidden />}
            disabled={isNothing}
            {...(isNothing ? { title: t('put_needs') } : {})}
          >
            {t('put_on_board')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
          {own.map((board) => (
            <Menu.Item key={board.id} onClick={() => setOnto(board)}>
              {board.name}
            </Menu.Item>
          ))}
          {own.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setOnto('new')}>{t('new_board')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {onto && (
        <PutDialog
          onto={onto === 'new' ? undefined : onto.name}
          title={titleOf(ask, words)}
          onPut={put}
          onClose={() => setOnto(undefined)}
        />
      )}
    </>
  );
}

const makeWith = async (card: BoardCard, package_name: string, name: string) =>
  (await call(boardEndpoints.create, { body: { package_name, name, cards: [card] } })).data;

/** The cards of this moment and one more: who changes the board at the same time is not undone. */
async function addTo(card: BoardCard, id: number) {
  const { data } = await call(boardEndpoints.one, { params: { id } });
  const { version, cards } = data;
  return (await call(boardEndpoints.change, { params: { id }, body: { version, cards: [...cards, card] } })).data;
}
