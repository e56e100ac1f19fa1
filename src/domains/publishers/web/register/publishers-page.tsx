import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PublisherView, publisherEndpoints } from '#domains/publishers/contract/register-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { usePublisherHref } from '#traffic/sources/web/publisher-href.ts';
import { PublisherForm } from './publisher-form.tsx';

/** Who the publishers of the package are; what they brought stands on pages of their own. */
export function PublishersPage() {
  const { t } = useTranslation('publishers');
  const { pkg } = useSelection();
  const state = useListState();
  const [opened, setOpened] = useState<PublisherView | 'new'>();
  const list = useQuery(query(publisherEndpoints.list, { query: { package_name: pkg.package_name, ...state.asked } }));
  const { ask, dialog } = useConfirmed({
    run: ({ id }: PublisherView) => call(publisherEndpoints.remove, { params: { id } }),
    question: ({ publisher }) => ({
      title: t('delete_title', { name: publisher }),
      confirm: t('delete'),
      why: <p>{t('delete_publisher_what')}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const columns = useColumns(setOpened, ask);
  const add = userMay('rules.write') && <AddButton onClick={() => setOpened('new')}>{t('add_publisher')}</AddButton>;
  const stored = opened === 'new' ? undefined : opened;
  return (
    <>
      <ListPage
        id="publishers"
        lead={t('register_lead', { package: pkg.package_title })}
        caption={t('register_caption', { zone: pkg.time_zone })}
        columns={columns}
        state={state}
        list={list}
        searchLabel={t('register_search')}
        actions={add}
        empty={{ why: t('register_none'), action: add }}
        noneFound={t('none_found')}
        {...(userMay('rules.write') ? { onOpen: setOpened } : {})}
      />
      <SidePanel
        opened={opened !== undefined}
        title={stored ? stored.publisher : t('add_publisher')}
        onClose={() => setOpened(undefined)}
        stays
      >
        {opened && <PublisherForm key={stored?.id ?? 0} stored={stored} onDone={() => setOpened(undefined)} />}
      </SidePanel>
      {dialog}
    </>
  );
}

function useColumns(onEdit: (row: PublisherView) => void, onDelete: (row: PublisherView) => void) {
  const { t } = useTranslation('publishers');
  const { pkg } = useSelection();
  const href = usePublisherHref();
  const mayEdit = userMay('rules.write');
  return useMemo(
    (): Column<PublisherView>[] => [
      { id: 'publisher', header: t('publisher'), kind: 'link', width: 190, href: ({ publisher }) => href(publisher) },
      { id: 'status', header: t('status'), kind: 'text', width: 100, value: ({ status }) => t(`status_${status}`) },
      { id: 'events', header: t('events_of'), definition: t('events_of_hint'), kind: 'number', width: 110 },
      { id: 'contact', header: t('contact'), kind: 'text', width: 150 },
      { id: 'email', header: t('email'), kind: 'text', width: 190 },
      {
        id: 'users',
        header: t('users'),
        definition: t('users_hint'),
        kind: 'text',
        width: 160,
        value: ({ users }) => users.join(', '),
      },
      {
        id: 'notes',
        header: t('notes'),
        kind: 'text',
        width: 200,
        render: ({ notes }) => <span title={notes}>{notes}</span>,
      },
      { id: 'updated_at', header: t('updated_at'), kind: 'datetime', timeZone: pkg.time_zone, hidden: true },
      ...(mayEdit
        ? [
            menuColumn<PublisherView>(t('actions'), (row) => ({
              label: t('actions_of', { name: row.publisher }),
              actions: [
                { label: t('edit'), onClick: () => onEdit(row) },
                { label: t('delete'), onClick: () => onDelete(row), danger: true },
              ],
            })),
          ]
        : []),
    ],
    [t, href, pkg.time_zone, mayEdit, onEdit, onDelete],
  );
}
