import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FeedView, feedEndpoints } from '#domains/block-lists/contract/feed-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { FeedAddress, FeedForm } from './feed-form.tsx';

/** The block list under secret addresses, in the formats that other systems read. */
export function FeedsPage() {
  const { t } = useTranslation('blocks');
  const { pkg } = useSelection();
  const [opened, setOpened] = useState<'new' | { path: string }>();
  const list = useQuery(query(feedEndpoints.list, { query: { package_name: pkg.package_name } }));
  const close = () => setOpened(undefined);
  const revoke = useConfirmed({
    run: ({ id }: FeedView) => call(feedEndpoints.revoke, { params: { id } }),
    question: ({ name }) => ({ title: t('ask_revoke', { name }), confirm: t('revoke'), why: <p>{t('why_revoke')}</p> }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const rotate = useConfirmed({
    run: async ({ id }: FeedView) => {
      const answer = await call(feedEndpoints.rotate, { params: { id } });
      setOpened({ path: answer.data.path });
      return answer;
    },
    question: ({ name }) => ({ title: t('ask_rotate', { name }), confirm: t('rotate'), why: <p>{t('why_rotate')}</p> }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const columns = useColumns(rotate.ask, revoke.ask);
  const add = userMay('rules.write') && <AddButton onClick={() => setOpened('new')}>{t('feed_make')}</AddButton>;
  return (
    <>
      <ListPage
        id="block-feeds"
        lead={t('feeds_lead', { package: pkg.package_title })}
        caption={t('feeds_caption', { zone: pkg.time_zone })}
        columns={columns}
        list={list}
        actions={add}
        empty={{ why: t('feeds_none'), action: add }}
      />
      <SidePanel
        opened={opened !== undefined}
        title={opened === 'new' ? t('feed_make') : t('new_address')}
        onClose={close}
        stays
      >
        {opened === 'new' && <FeedForm onDone={close} />}
        {opened !== undefined && opened !== 'new' && <FeedAddress path={opened.path} onDone={close} />}
      </SidePanel>
      {revoke.dialog}
      {rotate.dialog}
    </>
  );
}

function useColumns(onRotate: (row: FeedView) => void, onRevoke: (row: FeedView) => void): Column<FeedView>[] {
  const { t } = useTranslation('blocks');
  const { pkg } = useSelection();
  const format = useFormat();
  const mayEdit = userMay('rules.write');
  return useMemo(
    (): Column<FeedView>[] => [
      { id: 'name', header: t('feed_name'), kind: 'text', width: 170 },
      { id: 'format', header: t('format'), kind: 'text', width: 180, value: (row) => t(`format_${row.format}`) },
      {
        id: 'kinds',
        header: t('holds'),
        kind: 'text',
        width: 190,
        value: ({ kinds }) => kinds.map((kind) => t(`kinds_${kind}`)).join(', '),
      },
      { id: 'entries', header: t('entries'), kind: 'number', width: 100 },
      {
        id: 'left_out',
        header: t('left_out'),
        definition: t('left_out_hint'),
        kind: 'number',
        width: 120,
      },
      { id: 'changed_at', header: t('changed'), kind: 'datetime', timeZone: pkg.time_zone, width: 175, hidden: true },
      { id: 'last_fetched_at', header: t('fetched'), kind: 'datetime', timeZone: pkg.time_zone, width: 175 },
      {
        id: 'last_fetched_from',
        header: t('fetched_from'),
        kind: 'text',
        width: 150,
        value: (row) => row.last_fetched_from,
      },
      {
        id: 'fetches',
        header: t('fetches'),
        kind: 'text',
        width: 100,
        hidden: true,
        value: (row) => format.number(row.fetches),
      },
      ...(mayEdit
        ? [
            menuColumn<FeedView>(t('actions'), (row) => ({
              label: t('actions_of', { name: row.name }),
              actions: [
                { label: t('rotate'), onClick: () => onRotate(row) },
                { label: t('revoke'), onClick: () => onRevoke(row), danger: true },
              ],
            })),
          ]
        : []),
    ],
    [t, pkg.time_zone, format, mayEdit, onRotate, onRevoke],
  );
}
