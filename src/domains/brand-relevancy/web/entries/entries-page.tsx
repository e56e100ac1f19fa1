import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { EntryView } from '#domains/brand-relevancy/contract/entry.ts';
import { entryEndpoints } from '#domains/brand-relevancy/contract/entry-endpoints.ts';
import { DISPLAY_TYPES, type EntryType, VIDEO_TYPES } from '#domains/brand-relevancy/contract/entry-terms.ts';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { usePlaces } from '../use-places.ts';
import styles from './entries.module.css';
import { TagPanel } from './tag-panel.tsx';

/** DV entries of requirements. */
export function EntriesPage() {
  const places = usePlaces();
  return <EntryList id="dv-entries" add={places.addEntry} edit={({ id }) => places.editEntry(id)} />;
}

export const VideoTrackersPage = () => <Trackers id="dv-video" types={[...VIDEO_TYPES]} />;
export const DisplayTrackersPage = () => <Trackers id="dv-display" types={[...DISPLAY_TYPES]} />;

function Trackers({ id, types }: { id: string; types: EntryType[] }) {
  const places = usePlaces();
  return (
    <EntryList id={id} types={types} add={places.newTracker} edit={(row) => places.editTracker(row.type, row.id)} />
  );
}

interface Props {
  id: string;
  types?: EntryType[];
  add: string;
  edit: (row: EntryView) => string;
}

function EntryList({ id, types, add: to, edit }: Props) {
  const { t } = useTranslation('requirements');
  const { pkg } = useSelection();
  const navigate = useNavigate();
  const state = useListState();
  const [shown, setShown] = useState<EntryView>();
  const asked = { package_name: pkg.package_name, ...(types ? { type: types } : {}), ...state.asked };
  const list = useQuery(query(entryEndpoints.list, { query: asked }));
  const mayEdit = userMay('tracking.write');
  const columns = useColumns(types === undefined, setShown, mayEdit ? (row) => void navigate(edit(row)) : undefined);
  const add = mayEdit && <AddButton to={to}>{t('add_tracker')}</AddButton>;
  return (
    <>
      <ListPage
        id={id}
        lead={t(types === undefined ? 'entries_lead' : 'trackers_lead')}
        caption={t('trackers')}
        columns={columns}
        state={state}
        list={list}
        searchLabel={t('search')}
        actions={add}
        empty={{ why: t('no_trackers'), action: add }}
        noneFound={t('none_found')}
        onOpen={setShown}
      />
      <SidePanel opened={shown !== undefined} title={shown?.name ?? ''} onClose={() => setShown(undefined)} stays>
        {shown && <TagPanel key={shown.id} entry={shown} />}
      </SidePanel>
    </>
  );
}

type Act = (row: EntryView) => void;

function useColumns(ofRequirements: boolean, show: Act, edit: Act | undefined): Column<EntryView>[] {
  const { t } = useTranslation('requirements');
  return useMemo((): Column<EntryView>[] => {
    const requirement: Column<EntryView> = { id: 'requirement', header: t('requirement'), kind: 'text', width: 150 };
    return [
      { id: 'name', header: t('entry_name'), kind: 'text', width: 170 },
      { id: 'type', header: t('entry_type'), kind: 'text', width: 160, value: ({ type }) => t(`type_${type}`) },
      { id: 'hits', header: t('hits'), definition: t('hits_about'), kind: 'number', narrow: { place: 1, width: 90 } },
      ...(ofRequirements ? [requirement] : []),
      { id: 'advertiser', header: t('entry_advertiser'), kind: 'text', width: 130 },
      { id: 'campaign', header: t('entry_campaign'), kind: 'text', width: 140 },
      {
        id: 'creative',
        header: t('entry_creative'),
        kind: 'text',
        width: 100,
        value: ({ creative_size, duration }) => (duration === null ? creative_size : t('seconds', { n: duration })),
      },
      {
        id: 'tag',
        header: t('tag'),
        kind: 'text',
        width: 250,
        render: ({ tag, name }) =>
          tag === '' ? null : (
            <span className={styles.tag}>
              <code>{tag}</code>
              <CopyButton value={tag} label={t('copy_tag', { name })} />
            </span>
          ),
      },
      { id: 'click_url', header: t('entry_click_url'), kind: 'text', width: 180 },
      {
        id: 'platform',
        header: t('entry_platform'),
        kind: 'text',
        width: 140,
        value: (row) => t(`platform_${row.platform}`),
      },
      { id: 'status', header: t('status'), kind: 'text', width: 100, value: (row) => t(`entry_state_${row.status}`) },
      menuColumn<EntryView>(t('actions'), (row) => ({
        label: t('actions_of', { name: row.name }),
        actions: [
          { label: t('test_tag'), onClick: () => show(row) },
          ...(edit ? [{ label: t('edit'), onClick: () => edit(row) }] : []),
        ],
      })),
    ];
  }, [t, ofRequirements, show, edit]);
}
