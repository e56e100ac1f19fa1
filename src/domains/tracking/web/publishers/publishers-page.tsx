import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type TrackingPublisher, trackingPublisherEndpoints } from '#domains/tracking/contract/setup-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { StateBadge } from '#platform/web/ui/state-badge.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { usePublisherHref } from '#traffic/sources/web/publisher-href.ts';
import styles from '../tracking.module.css';
import { useTrackingWords } from '../use-tracking-words.ts';

const TONES = { active: 'clean', paused: 'suspect', ended: 'plain' } as const;

/** Publishers with links of their own, and what each is told of events. */
export function TrackingPublishersPage() {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const navigate = useNavigate();
  const state = useListState();
  const list = useQuery(
    query(trackingPublisherEndpoints.list, { query: { package_name: pkg.package_name, ...state.asked } }),
  );
  const { ask, dialog } = useConfirmed({
    run: ({ id }: TrackingPublisher) => call(trackingPublisherEndpoints.remove, { params: { id } }),
    question: ({ name }) => ({
      title: t('remove_title', { name }),
      confirm: t('remove'),
      why: <p>{t('remove_publisher_what')}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const edit = ({ id }: TrackingPublisher): void => void navigate(`/mtrackit/updatePublisher/${id}${sticky}`);
  const mayEdit = userMay('tracking.write');
  const columns = usePublisherColumns();
  const add = mayEdit && <AddButton to={`/mtrackit/addPublisher${sticky}`}>{t('add_publisher')}</AddButton>;
  return (
    <>
      <ListPage
        id="tracking-publishers"
        lead={t('lead_publishers', { package: pkg.package_title })}
        caption={t('caption_publishers')}
        columns={
          mayEdit
            ? [
                ...columns,
                menuColumn<TrackingPublisher>(t('actions'), (row) => ({
                  label: t('actions_of', { name: row.name }),
                  actions: [
                    { label: t('edit'), onClick: () => edit(row) },
                    { label: t('remove'), onClick: () => ask(row), danger: true },
                  ],
                })),
              ]
            : columns
        }
        state={state}
        list={list}
        searchLabel={t('search_publishers')}
        actions={add}
        empty={{ why: t('no_publishers'), action: add }}
        noneFound={t('none_found')}
        {...(mayEdit ? { onOpen: edit } : {})}
      />
      {dialog}
    </>
  );
}

function usePublisherColumns(): Column<TrackingPublisher>[] {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const words = useTrackingWords();
  const href = usePublisherHref();
  return useMemo(
    (): Column<TrackingPublisher>[] => [
      { id: 'name', header: t('publisher'), kind: 'link', href: ({ name }) => href(name) },
      {
        id: 'status',
        header: t('status'),
        kind: 'text',
        width: 110,
        render: ({ status }) => <StateBadge tone={TONES[status]}>{words.state(status)}</StateBadge>,
      },
      { id: 'email', header: t('email'), kind: 'text', width: 190 },
      {
        id: 'key',
        header: t('key'),
        definition: t('key_hint'),
        kind: 'text',
        width: 170,
        render: ({ key, name }) => (
          <span className={styles.key}>
            {key}
            <CopyButton value={key} label={t('copy_of', { name })} />
          </span>
        ),
      },
      { id: 'postback_url', header: t('postback_url'), kind: 'text', width: 280 },
      {
        id: 'postback_events',
        header: t('postback_events'),
        kind: 'text',
        width: 170,
        value: ({ postback_url: url, postback_events: events }) => events.join(', ') || (url === '' ? '' : t('all')),
      },
      { id: 'updated_at', header: t('updated_at'), kind: 'datetime', timeZone: pkg.time_zone, hidden: true },
    ],
    [t, pkg.time_zone, words, href],
  );
}
