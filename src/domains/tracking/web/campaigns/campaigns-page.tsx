import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { CampaignView } from '#domains/tracking/contract/campaign.ts';
import { campaignEndpoints } from '#domains/tracking/contract/setup-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import type { RowAction } from '#platform/web/list/row-menu.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { StateBadge } from '#platform/web/ui/state-badge.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { useTrackingWords } from '../use-tracking-words.ts';
import { CampaignLinks, PostbackSecret } from './links.tsx';
import { TestLink } from './test-link.tsx';

/** Campaigns with links of their own. */
export function CampaignsPage() {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const navigate = useNavigate();
  const state = useListState();
  const list = useQuery(query(campaignEndpoints.list, { query: { package_name: pkg.package_name, ...state.asked } }));
  const [linked, setLinked] = useState<CampaignView>();
  const { ask, dialog } = useConfirmed({
    run: ({ id }: CampaignView) => call(campaignEndpoints.remove, { params: { id } }),
    question: ({ campaign_name: name }) => ({
      title: t('delete_title', { name }),
      confirm: t('delete'),
      why: <p>{t('delete_campaign_what')}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const secret = useNewSecret();
  const edit = ({ id }: CampaignView): void => void navigate(`/mtrackit/updateCampaign/${id}${sticky}`);
  const mayEdit = userMay('tracking.write');
  const columns = useCampaignColumns((row) => [
    { label: t('links'), onClick: () => setLinked(row) },
    ...(mayEdit
      ? [
          { label: t('edit'), onClick: () => edit(row) },
          { label: t('new_secret'), onClick: () => secret.ask(row) },
          { label: t('delete'), onClick: () => ask(row), danger: true },
        ]
      : []),
  ]);
  const add = mayEdit && <AddButton to={`/mtrackit/addCampaign${sticky}`}>{t('add_campaign')}</AddButton>;
  return (
    <>
      <ListPage
        id="tracking-campaigns"
        lead={t('lead_campaigns', { package: pkg.package_title })}
        caption={t('caption_campaigns')}
        columns={columns}
        state={state}
        list={list}
        searchLabel={t('search_campaigns')}
        actions={add}
        empty={{ why: t('no_campaigns'), action: add }}
        noneFound={t('none_found')}
        onOpen={edit}
      />
      <SidePanel opened={linked !== undefined} title={t('links')} onClose={() => setLinked(undefined)}>
        {linked && (
          <>
            <CampaignLinks campaign={linked} />
            <TestLink campaign={linked} />
          </>
        )}
      </SidePanel>
      {dialog}
      {secret.shown}
    </>
  );
}

/** A new secret is asked for, and shown this once. */
function useNewSecret() {
  const { t } = useTranslation('tracking');
  const errorText = useErrorText();
  const [made, setMade] = useState<string>();
  const renew = useMutation({
    mutationFn: ({ id }: CampaignView) => call(campaignEndpoints.newSecret, { params: { id } }),
    onSuccess: ({ data }) => setMade(data.postback_secret),
    onError: (error) => notify('failed', errorText(error)),
  });
  const { ask, dialog } = useConfirmed({
    run: (row: CampaignView) => renew.mutateAsync(row),
    question: ({ campaign_name: name }) => ({
      title: t('new_secret_title', { name }),
      confirm: t('new_secret'),
      why: <p>{t('new_secret_what')}</p>,
    }),
    done: () => t('new_secret_done'),
  });
  const shown = (
    <>
      {dialog}
      <SidePanel opened={made !== undefined} title={t('new_secret')} onClose={() => setMade(undefined)} stays>
        {made !== undefined && <PostbackSecret secret={made} />}
      </SidePanel>
    </>
  );
  return { ask, shown };
}

const TONES = { active: 'clean', paused: 'suspect', ended: 'plain' } as const;

export function useCampaignColumns(actionsOf?: (row: CampaignView) => RowAction[]): Column<CampaignView>[] {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const words = useTrackingWords();
  const columns = useMemo(
    (): Column<CampaignView>[] => [
      {
        id: 'campaign_name',
        header: t('campaign'),
        kind: 'link',
        href: ({ id }) => `/mtrackit/campaign${sticky}${sticky === '' ? '?' : '&'}id=${id}`,
      },
      {
        id: 'status',
        header: t('status'),
        kind: 'text',
        width: 110,
        render: ({ status }) => <StateBadge tone={TONES[status]}>{words.state(status)}</StateBadge>,
      },
      { id: 'customer_name', header: t('customer_name'), kind: 'text', width: 150 },
      { id: 'agency_name', header: t('agency_name'), kind: 'text', width: 140 },
      {
        id: 'events',
        header: t('events'),
        kind: 'text',
        width: 190,
        value: ({ events }) => events.map(({ event }) => event).join(', '),
      },
      { id: 'tracking_link', header: t('tracking_link'), kind: 'text', width: 280 },
      { id: 'start', header: t('start'), kind: 'date', width: 110 },
      { id: 'end', header: t('end'), kind: 'date', width: 110 },
      { id: 'landing_page', header: t('landing_page'), kind: 'text', width: 240, hidden: true },
      { id: 'created_by', header: t('created_by'), kind: 'text', width: 140, hidden: true },
      { id: 'updated_at', header: t('updated_at'), kind: 'datetime', timeZone: pkg.time_zone, hidden: true },
    ],
    [t, pkg.time_zone, sticky, words],
  );
  if (!actionsOf) return columns;
  return [
    ...columns,
    menuColumn(t('actions'), (row) => ({
      label: t('actions_of', { name: row.campaign_name }),
      actions: actionsOf(row),
    })),
  ];
}
