import { Button } from '@mantine/core';
import IconStethoscope from '@tabler/icons-react/dist/esm/icons/IconStethoscope.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { trackerEndpoints } from '#domains/video-ads/contract/setup-endpoints.ts';
import type { TrackerView } from '#domains/video-ads/contract/tracker.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { TagTester } from './tag-tester.tsx';
import { usePlaces } from './use-places.ts';
import styles from './video.module.css';

/** Tags to hand out, each with what it counts for. */
export function TrackersPage() {
  const { t } = useTranslation('video');
  const { pkg } = useSelection();
  const places = usePlaces();
  const navigate = useNavigate();
  const state = useListState();
  const [testing, setTesting] = useState<string>();
  const list = useQuery(query(trackerEndpoints.list, { query: { package_name: pkg.package_name, ...state.asked } }));
  const { ask, dialog } = useConfirmed({
    run: ({ id }: TrackerView) => call(trackerEndpoints.remove, { params: { id } }),
    question: ({ name }) => ({
      title: t('delete_title', { name }),
      confirm: t('delete'),
      why: <p>{t('delete_tracker_what')}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const mayEdit = userMay('tracking.write');
  const columns = useColumns({
    edit: mayEdit ? (row) => void navigate(places.edit(row.id)) : undefined,
    remove: mayEdit ? ask : undefined,
    test: (row) => setTesting(row.vast_url),
  });
  const add = mayEdit && <AddButton to={places.add}>{t('add_tracker')}</AddButton>;
  return (
    <>
      <ListPage
        id="vast-trackers"
        lead={t('trackers_lead', { package: pkg.package_title })}
        caption={t('trackers')}
        columns={columns}
        state={state}
        list={list}
        searchLabel={t('search')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconStethoscope size={16} aria-hidden />}
              onClick={() => setTesting('')}
            >
              {t('test_tag')}
            </Button>
            {add}
          </>
        }
        empty={{ why: t('no_trackers'), action: add }}
        noneFound={t('none_found')}
        {...(mayEdit ? { onOpen: (row: TrackerView) => void navigate(places.edit(row.id)) } : {})}
      />
      <SidePanel opened={testing !== undefined} title={t('test_tag')} onClose={() => setTesting(undefined)} stays>
        {testing !== undefined && <TagTester key={testing} first={testing} />}
      </SidePanel>
      {dialog}
    </>
  );
}

interface Actions {
  edit: ((row: TrackerView) => void) | undefined;
  remove: ((row: TrackerView) => void) | undefined;
  test: (row: TrackerView) => void;
}

function useColumns({ edit, remove, test }: Actions) {
  const { t } = useTranslation('video');
  return useMemo(
    (): Column<TrackerView>[] => [
      { id: 'name', header: t('name'), kind: 'text', width: 170 },
      { id: 'campaign', header: t('campaign'), kind: 'text', width: 140 },
      { id: 'mode', header: t('mode'), kind: 'text', width: 190, value: ({ mode }) => t(`mode_${mode}`) },
      { id: 'status', header: t('status'), kind: 'text', width: 90, value: ({ status }) => t(`status_${status}`) },
      {
        id: 'tags',
        header: t('tag'),
        kind: 'text',
        width: 250,
        render: ({ tags, name }) => {
          const [first] = tags;
          return first ? (
            <span className={styles.tag}>
              <code>{first.url}</code>
              <CopyButton value={first.url} label={t('copy_tag', { name })} />
            </span>
          ) : null;
        },
      },
      { id: 'brand', header: t('brand'), kind: 'text', width: 120 },
      {
        id: 'cap',
        header: t('cap'),
        kind: 'text',
        width: 200,
        value: ({ cap }) => `${cap.limit} ${t(`window_${cap.window}`)}`,
      },
      menuColumn<TrackerView>(t('actions'), (row) => ({
        label: t('actions_of', { name: row.name }),
        actions: [
          ...(edit ? [{ label: t('edit'), onClick: () => edit(row) }] : []),
          ...(row.mode === 'wrapper' ? [{ label: t('test_tag'), onClick: () => test(row) }] : []),
          ...(remove ? [{ label: t('delete'), onClick: () => remove(row), danger: true }] : []),
        ],
      })),
    ],
    [t, edit, remove, test],
  );
}
