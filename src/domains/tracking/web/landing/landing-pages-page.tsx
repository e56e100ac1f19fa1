import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LandingPage, landingPageEndpoints } from '#domains/tracking/contract/setup-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { StateBadge } from '#platform/web/ui/state-badge.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { useTrackingWords } from '../use-tracking-words.ts';
import { LandingForm } from './landing-form.tsx';

/** Pages that campaigns send clicks to. */
export function LandingPagesPage() {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const state = useListState();
  const [opened, setOpened] = useState<LandingPage | 'new'>();
  const list = useQuery(
    query(landingPageEndpoints.list, { query: { package_name: pkg.package_name, ...state.asked } }),
  );
  const { ask, dialog } = useConfirmed({
    run: ({ id }: LandingPage) => call(landingPageEndpoints.remove, { params: { id } }),
    question: ({ name }) => ({
      title: t('delete_title', { name }),
      confirm: t('delete'),
      why: <p>{t('delete_page_what')}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const mayEdit = userMay('tracking.write');
  const columns = usePageColumns();
  const stored = opened === 'new' ? undefined : opened;
  const add = mayEdit && <AddButton onClick={() => setOpened('new')}>{t('add_landing_page')}</AddButton>;
  return (
    <>
      <ListPage
        id="landing-pages"
        lead={t('lead_landing_pages')}
        caption={t('caption_landing_pages')}
        columns={
          mayEdit
            ? [
                ...columns,
                menuColumn<LandingPage>(t('actions'), (row) => ({
                  label: t('actions_of', { name: row.name }),
                  actions: [
                    { label: t('edit'), onClick: () => setOpened(row) },
                    { label: t('delete'), onClick: () => ask(row), danger: true },
                  ],
                })),
              ]
            : columns
        }
        state={state}
        list={list}
        searchLabel={t('search_landing_pages')}
        actions={add}
        empty={{ why: t('no_landing_pages'), action: add }}
        noneFound={t('none_found')}
        {...(mayEdit ? { onOpen: setOpened } : {})}
      />
      <SidePanel
        opened={opened !== undefined}
        title={stored ? stored.name : t('add_landing_page')}
        onClose={() => setOpened(undefined)}
        stays
      >
        {opened && <LandingForm key={stored?.id ?? 0} stored={stored} onDone={() => setOpened(undefined)} />}
      </SidePanel>
      {dialog}
    </>
  );
}

function usePageColumns(): Column<LandingPage>[] {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const words = useTrackingWords();
  return useMemo(
    (): Column<LandingPage>[] => [
      { id: 'name', header: t('name'), kind: 'text' },
      {
        id: 'status',
        header: t('status'),
        kind: 'text',
        width: 110,
        render: ({ status }) => (
          <StateBadge tone={status === 'active' ? 'clean' : 'suspect'}>{words.state(status)}</StateBadge>
        ),
      },
      { id: 'url', header: t('landing_page'), kind: 'text', width: 340 },
      {
        id: 'campaigns',
        header: t('campaigns'),
        kind: 'text',
        width: 200,
        value: ({ campaigns }) => campaigns.join(', '),
      },
      {
        id: 'unknown_macros',
        header: t('macros_unknown'),
        kind: 'text',
        width: 150,
        value: ({ unknown_macros: names }) => names.map((name) => `{${name}}`).join(' '),
      },
      { id: 'updated_at', header: t('updated_at'), kind: 'datetime', timeZone: pkg.time_zone, hidden: true },
    ],
    [t, pkg.time_zone, words],
  );
}
