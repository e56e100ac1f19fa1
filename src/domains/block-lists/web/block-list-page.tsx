import { Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BlockView, blockEndpoints } from '#domains/block-lists/contract/block-endpoints.ts';
import { BLOCK_KINDS, type BlockKind } from '#domains/block-lists/contract/kinds.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { undoToast } from '#platform/web/ui/undo-toast.tsx';
import { BlockForm } from './block-form.tsx';

/** What the package blocks: new events of it count as fraud, and feeds hand it on. */
export function BlockListPage() {
  const { t } = useTranslation('blocks');
  const { pkg } = useSelection();
  const state = useListState();
  const [kind, setKind] = useState<BlockKind | null>(null);
  const [adding, setAdding] = useState(false);
  const list = useQuery(
    query(blockEndpoints.list, {
      query: { package_name: pkg.package_name, ...state.asked, ...(kind ? { kind } : {}) },
    }),
  );
  const remove = useRemove();
  const columns = useColumns(remove);
  const add = userMay('rules.write') && <AddButton onClick={() => setAdding(true)}>{t('add')}</AddButton>;
  return (
    <>
      <ListPage
        id="block-list"
        lead={<Lead />}
        caption={t('caption', { zone: pkg.time_zone })}
        columns={columns}
        state={state}
        list={list}
        searchLabel={t('search')}
        filters={
          <Select
            aria-label={t('kind')}
            placeholder={t('all_kinds')}
            data={BLOCK_KINDS.map((value) => ({ value, label: t(`kind_${value}`) }))}
            value={kind}
            clearable
            clearButtonProps={{ 'aria-label': t('all_kinds') }}
            onChange={(value) => {
              setKind(BLOCK_KINDS.find((each) => each === value) ?? null);
              state.setPage(1);
            }}
          />
        }
        actions={add}
        empty={{ why: t('none'), action: add }}
        noneFound={t('none_found')}
      />
      <SidePanel opened={adding} title={t('add')} onClose={() => setAdding(false)} stays>
        {adding && <BlockForm onDone={() => setAdding(false)} />}
      </SidePanel>
    </>
  );
}

const WHILE_WAITING_MS = 2_000;

/** What the list does, and how far the rules follow it. */
function Lead() {
  const { t } = useTranslation('blocks');
  const { pkg } = useSelection();
  const format = useFormat();
  const { data } = useQuery({
    ...query(blockEndpoints.state, { query: { package_name: pkg.package_name } }),
    refetchInterval: ({ state }) => (state.data?.data.waiting ? WHILE_WAITING_MS : false),
  });
  const of = data?.data;
  const beside = of ? of.entries - of.held : 0;
  return (
    <>
      <p>{t('lead', { package: pkg.package_title })}</p>
      <div role="status">
        {of?.waiting && <p>{t('waiting')}</p>}
        {of && !of.waiting && of.problem !== '' && <p>{t('problem', { problem: of.problem })}</p>}
        {of && !of.waiting && of.problem === '' && beside > 0 && (
          <p>{t('only_feeds', { held: format.number(of.held), beside: format.number(beside) })}</p>
        )}
      </div>
    </>
  );
}

function useRemove(): (row: BlockView) => void {
  const { t } = useTranslation('blocks');
  const client = useQueryClient();
  const errorText = useErrorText();
  const onError = (error: unknown) => notify('failed', errorText(error));
  const restore = useMutation({
    mutationFn: ({ id }: BlockView) => call(blockEndpoints.restore, { params: { id } }),
    onSuccess: () => client.invalidateQueries(),
    onError,
  });
  const remove = useMutation({
    mutationFn: ({ id }: BlockView) => call(blockEndpoints.remove, { params: { id } }),
    onSuccess: (_answer, row) => {
      void client.invalidateQueries();
      undoToast({ message: t('removed', { value: row.value }), undo: t('undo'), onUndo: () => restore.mutate(row) });
    },
    onError,
  });
  return remove.mutate;
}

function useColumns(onRemove: (row: BlockView) => void): Column<BlockView>[] {
  const { t } = useTranslation('blocks');
  const { pkg } = useSelection();
  const mayEdit = userMay('rules.write');
  return useMemo(
    (): Column<BlockView>[] => [
      { id: 'value', header: t('value'), kind: 'text', width: 190 },
      { id: 'kind', header: t('kind'), kind: 'text', width: 120, value: ({ kind }) => t(`kind_${kind}`) },
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 120 },
      {
        id: 'reason',
        header: t('reason'),
        kind: 'text',
        width: 170,
        render: ({ reason }) => <span title={reason}>{reason}</span>,
      },
      { id: 'author', header: t('author'), kind: 'text', width: 120 },
      { id: 'created_at', header: t('created'), kind: 'datetime', timeZone: pkg.time_zone, width: 175 },
      { id: 'until', header: t('until'), kind: 'date', width: 105 },
      ...(mayEdit
        ? [
            buttonColumn<BlockView>(t('actions'), (row) => ({
              children: t('remove'),
              label: t('remove_of', { value: row.value }),
              onClick: () => onRemove(row),
            })),
          ]
        : []),
    ],
    [t, pkg.time_zone, mayEdit, onRemove],
  );
}
