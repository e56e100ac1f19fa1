import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FileRow, fileEndpoints } from '#domains/supply/contract/supply-endpoints.ts';
import { PATH_OF, SUPPLY_KINDS, type SupplyKind } from '#domains/supply/contract/supply-file.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useAct } from '#platform/web/ui/use-act.ts';
import { FileForm } from './file-form.tsx';
import { FilePanel } from './file-panel.tsx';

/** Files by which sites, apps and exchanges say who may sell. */
export function FilesPage() {
  const { t } = useTranslation('supply');
  const { pkg } = useSelection();
  const state = useListState();
  const [kind, setKind] = useState<SupplyKind>();
  const [opened, setOpened] = useState<FileRow | 'add'>();
  const asked = { package_name: pkg.package_name, ...(kind ? { kind } : {}), ...state.asked };
  const list = useQuery(query(fileEndpoints.list, { query: asked }));
  const close = () => setOpened(undefined);
  const shown = typeof opened === 'object' ? (list.data?.data.find(({ id }) => id === opened.id) ?? opened) : undefined;
  const tools = userMay('rules.write') && <Tools onAdd={() => setOpened('add')} />;
  return (
    <>
      <ListPage
        id="supply-files"
        lead={t('lead_files')}
        caption={t('caption_files', { zone: pkg.time_zone })}
        columns={useColumns()}
        state={state}
        list={list}
        searchLabel={t('search_files')}
        filters={
          <Select
            aria-label={t('kind')}
            placeholder={t('every_kind')}
            data={SUPPLY_KINDS.map((each) => ({ value: each, label: PATH_OF[each].slice(1) }))}
            value={kind ?? null}
            clearable
            clearButtonProps={{ 'aria-label': t('every_kind') }}
            onChange={(chosen) => {
              setKind(SUPPLY_KINDS.find((each) => each === chosen));
              state.setPage(1);
            }}
          />
        }
        actions={tools}
        empty={{ why: t(kind ? 'none_found' : 'none_files'), action: tools }}
        noneFound={t('none_found')}
        onOpen={setOpened}
      />
      <SidePanel opened={opened === 'add'} title={t('add_file')} onClose={close} stays>
        {opened === 'add' && <FileForm onDone={close} />}
      </SidePanel>
      <SidePanel
        opened={shown !== undefined}
        title={shown ? `${shown.domain}${PATH_OF[shown.kind]}` : ''}
        onClose={close}
        wide
      >
        {shown && <FilePanel key={shown.id} id={shown.id} onGone={close} />}
      </SidePanel>
    </>
  );
}

function Tools({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('supply');
  const { pkg } = useSelection();
  const act = useAct();
  const body = { package_name: pkg.package_name };
  return (
    <>
      <Button variant="default" onClick={() => act(() => call(fileEndpoints.check, { body }), t('checking'))}>
        {t('check_now')}
      </Button>
      <AddButton onClick={onAdd}>{t('add_file')}</AddButton>
    </>
  );
}

function useColumns(): Column<FileRow>[] {
  const { t } = useTranslation('supply');
  const { pkg } = useSelection();
  return useMemo(
    (): Column<FileRow>[] => [
      { id: 'domain', header: t('domain'), kind: 'text', width: 200, narrow: { place: 0, width: 150 } },
      { id: 'kind', header: t('kind'), kind: 'text', width: 120, value: ({ kind }) => PATH_OF[kind].slice(1) },
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 150,
        narrow: { place: 1, width: 120 },
        value: ({ state, says }) => t(state === 'current' && says === 'nobody' ? 'says_nobody' : `state_${state}`),
      },
      { id: 'records', header: t('records'), kind: 'number' },
      { id: 'faults', header: t('faults'), kind: 'number' },
      { id: 'changed_at', header: t('changed_at'), kind: 'datetime', timeZone: pkg.time_zone, nothing: t('not_yet') },
      { id: 'checked_at', header: t('checked_at'), kind: 'datetime', timeZone: pkg.time_zone, nothing: t('not_yet') },
      {
        id: 'watched',
        header: t('watched'),
        kind: 'text',
        width: 150,
        value: ({ watched }) => t(watched ? 'by_the_day' : 'by_upload'),
      },
      { id: 'apps', header: t('apps'), kind: 'text', hidden: true, value: ({ apps }) => apps.join(', ') },
      { id: 'created_by', header: t('created_by'), kind: 'text', hidden: true },
    ],
    [t, pkg.time_zone],
  );
}
