import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { boardEndpoints, type ListedBoard } from '#domains/explore/contract/board-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { TextDialog } from './text-dialog.tsx';
import { type AnyBoard, mayChange, useBoardActions } from './use-board-actions.tsx';
import { useBoards, useBoardsChanged } from './use-boards.ts';

/** Own boards, and those others share with the package. */
export function BoardList() {
  const { t } = useTranslation('boards');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const navigate = useNavigate();
  const boards = useBoards();
  const changed = useBoardsChanged();
  const [making, setMaking] = useState(false);
  const { of, dialog } = useBoardActions();
  const columns = useColumns(of);
  const hrefOf = ({ id }: Pick<ListedBoard, 'id'>): string => `/explore/boards/${id}${sticky}`;
  const make = async (name: string): Promise<void> => {
    const { data } = await call(boardEndpoints.create, { body: { package_name: pkg.package_name, name } });
    await changed();
    await navigate(hrefOf(data));
  };
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t('lead')}</p>
        <AddButton onClick={() => setMaking(true)}>{t('new')}</AddButton>
      </header>
      <section className={screen.card} aria-label={t('list')}>
        <DataTable<ListedBoard>
          id="own-boards"
          caption={t('list')}
          columns={columns}
          rows={boards.data?.data ?? []}
          rowKey={({ id }) => String(id)}
          onOpen={(board) => void navigate(hrefOf(board))}
          maxHeight="calc(100dvh - 280px)"
          loading={boards.isPending}
          error={boards.isError && !boards.data ? boards.error : undefined}
          onRetry={() => void boards.refetch()}
          empty={{ why: t('none') }}
        />
      </section>
      {dialog}
      {making && (
        <TextDialog
          title={t('new_title')}
          label={t('name')}
          longest={longest(boardEndpoints.create.body.shape.name)}
          submit={t('make')}
          onSubmit={make}
          onClose={() => setMaking(false)}
        />
      )}
    </div>
  );
}

function useColumns(actionsOf: ReturnType<typeof useBoardActions>['of']): Column<ListedBoard>[] {
  const { t } = useTranslation('boards');
  const sticky = useStickySearch();
  const { pkg } = useSelection();
  return useMemo((): Column<ListedBoard>[] => {
    const actions = menuColumn<ListedBoard>(t('actions'), (board) => ({
      label: t('actions_of', { name: board.name }),
      actions: actionsOf(board satisfies AnyBoard),
    }));
    return [
      {
        id: 'name',
        header: t('name'),
        kind: 'link',
        width: 260,
        narrow: { place: 0, width: 150 },
        href: ({ id }) => `/explore/boards/${id}${sticky}`,
      },
      {
        id: 'owner',
        header: t('owner'),
        kind: 'text',
        width: 180,
        value: ({ own, owner }) => (own ? t('you') : owner),
      },
      { id: 'cards', header: t('cards'), kind: 'number' },
      {
        id: 'shared',
        header: t('shared'),
        kind: 'text',
        width: 200,
        value: ({ shared }) => t(shared ? 'with_package' : 'only_you'),
      },
      { id: 'updated_at', header: t('changed'), kind: 'datetime', timeZone: pkg.time_zone },
      { ...actions, render: (board) => (mayChange(board) ? actions.render?.(board) : '') },
    ];
  }, [t, sticky, actionsOf, pkg.time_zone]);
}
