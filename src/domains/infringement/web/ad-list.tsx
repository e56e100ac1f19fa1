import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adEndpoints } from '#domains/infringement/contract/adword-endpoints.ts';
import { AD_STATES, type AdRow, type AdState, type AdView } from '#domains/infringement/contract/search-ad.ts';
import { query } from '#platform/web/api/call.ts';
import { upload } from '#platform/web/api/files.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useAdColumns } from './ad-columns.ts';
import { AdForm } from './ad-form.tsx';
import { AdPanel } from './ad-panel.tsx';
import { UploadTable } from './upload-table.tsx';

/** Ads of one page, each with its evidence and what becomes of it. */
export function AdList({ view }: { view: AdView }) {
  const { t } = useTranslation('infringement');
  const { pkg, range } = useSelection();
  const state = useListState();
  const [chosen, setChosen] = useState<AdState>();
  const choose = (value: AdState | undefined): void => {
    setChosen(value);
    state.setPage(1);
  };
  const [opened, setOpened] = useState<AdRow | 'upload' | 'add'>();
  const asked = { package_name: pkg.package_name, start_date: range.from, end_date: range.to };
  const list = useQuery(
    query(adEndpoints.list, {
      params: { view },
      query: { ...asked, ...(chosen ? { state: chosen } : {}), ...state.asked },
    }),
  );
  const close = () => setOpened(undefined);
  const shown = typeof opened === 'object' ? (list.data?.data.find(({ id }) => id === opened.id) ?? opened) : undefined;
  const add = userMay('rules.write') && (
    <>
      <Button variant="default" onClick={() => setOpened('add')}>
        {t('add_ad')}
      </Button>
      <AddButton onClick={() => setOpened('upload')}>{t('upload')}</AddButton>
    </>
  );
  return (
    <>
      <ListPage
        id={`adword-${view}`}
        lead={t(`lead_${view}`)}
        caption={t(`caption_${view}`, { zone: pkg.time_zone })}
        columns={useAdColumns(view)}
        state={state}
        list={list}
        searchLabel={t('search_ads')}
        filters={<StateFilter value={chosen} onChange={choose} />}
        actions={add}
        empty={{ why: t(chosen ? 'none_found' : `none_${view}`), action: add }}
        noneFound={t('none_found')}
        onOpen={setOpened}
      />
      <SidePanel opened={opened === 'upload'} title={t('upload')} onClose={close} stays>
        {opened === 'upload' && (
          <UploadTable
            hint={t('upload_columns')}
            send={(file_name, file) =>
              upload(
                adEndpoints.upload,
                { params: { view }, query: { package_name: pkg.package_name, file_name } },
                file,
              )
            }
          />
        )}
      </SidePanel>
      <SidePanel opened={opened === 'add'} title={t('add_ad')} onClose={close} stays>
        {opened === 'add' && <AdForm view={view} onDone={close} />}
      </SidePanel>
      <SidePanel opened={shown !== undefined} title={shown?.keyword ?? ''} onClose={close} wide>
        {shown && <AdPanel key={shown.id} ad={shown} view={view} onGone={close} />}
      </SidePanel>
    </>
  );
}

export function StateFilter({
  value,
  onChange,
}: {
  value: AdState | undefined;
  onChange: (value: AdState | undefined) => void;
}) {
  const { t } = useTranslation('infringement');
  return (
    <Select
      aria-label={t('state')}
      placeholder={t('every_state')}
      data={AD_STATES.map((each) => ({ value: each, label: t(`state_${each}`) }))}
      value={value ?? null}
      clearable
      clearButtonProps={{ 'aria-label': t('every_state') }}
      onChange={(chosen) => onChange(AD_STATES.find((each) => each === chosen))}
    />
  );
}
