import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  FOOTPRINT_DAYS,
  FOOTPRINT_KEPT_DAYS,
  FOOTPRINT_KINDS,
  type FootprintKind,
  type FootprintView,
  footprintEndpoints,
} from '#domains/account-tools/contract/footprint.ts';
import { query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { FootprintForm } from './footprint-form.tsx';

/** What own traffic, the lists and the way it is written say of an address, a number or a device. */
export function FootprintPage() {
  const { t } = useTranslation('account-tools');
  const { pkg } = useSelection();
  const state = useListState();
  const [only, setOnly] = useState<FootprintKind | null>(null);
  const [looking, setLooking] = useState(false);
  const files = useDownloads();
  const which = { package_name: pkg.package_name, ...(only ? { kind: only } : {}) };
  const list = useQuery(query(footprintEndpoints.list, { query: { ...which, page: state.page, limit: state.limit } }));
  const columns = useFootprintColumns();
  const add = <AddButton onClick={() => setLooking(true)}>{t('look_up')}</AddButton>;
  return (
    <>
      <ListPage
        id="digital-footprint"
        lead={t('footprint_lead', { days: FOOTPRINT_DAYS, kept: FOOTPRINT_KEPT_DAYS })}
        caption={t('footprint_caption')}
        columns={columns}
        state={state}
        list={list}
        filters={
          <Select
            aria-label={t('what')}
            placeholder={t('all_kinds')}
            data={FOOTPRINT_KINDS.map((value) => ({ value, label: t(`is_${value}`) }))}
            value={only}
            clearable
            clearButtonProps={{ 'aria-label': t('all_kinds') }}
            onChange={(value) => {
              setOnly(FOOTPRINT_KINDS.find((each) => each === value) ?? null);
              state.setPage(1);
            }}
          />
        }
        actions={
          <>
            <Button
              variant="default"
              loading={files.state.loading}
              onClick={() => files.save(() => download(footprintEndpoints.download, { query: which }))}
            >
              {t('download')}
            </Button>
            {add}
          </>
        }
        empty={{ why: t('no_footprints'), action: add }}
      />
      <SidePanel opened={looking} title={t('look_up')} onClose={() => setLooking(false)} stays>
        <FootprintForm onDone={() => setLooking(false)} />
      </SidePanel>
    </>
  );
}

function useFootprintColumns(): Column<FootprintView>[] {
  const { t } = useTranslation('account-tools');
  const { pkg } = useSelection();
  return useMemo((): Column<FootprintView>[] => {
    const seen = (id: 'events' | 'fraud' | 'devices' | 'publishers'): Column<FootprintView> => ({
      id,
      header: t(id),
      kind: 'number',
      value: (row) => row.seen?.[id] ?? null,
    });
    return [
      { id: 'value', header: t('value'), kind: 'text', width: 210 },
      { id: 'kind', header: t('what'), kind: 'text', width: 110, value: (row) => t(`is_${row.kind}`) },
      { id: 'score', header: t('score'), definition: t('score_hint'), kind: 'number', width: 90 },
      {
        id: 'signals',
        header: t('reasons'),
        kind: 'text',
        width: 320,
        value: (row) =>
          row.signals
            .map(({ signal, points }) => `${t(`sign_${signal}`)} (${points > 0 ? '+' : '−'}${Math.abs(points)})`)
            .join(', '),
        nothing: t('nothing_found'),
      },
      seen('events'),
      seen('fraud'),
      seen('devices'),
      seen('publishers'),
      {
        id: 'last_at',
        header: t('last_seen'),
        kind: 'datetime',
        timeZone: pkg.time_zone,
        value: (row) => row.seen?.last_at ?? null,
      },
      { id: 'purpose', header: t('purpose'), kind: 'text', width: 170 },
      { id: 'author', header: t('by'), kind: 'text', width: 140 },
      { id: 'looked_at', header: t('looked_at'), kind: 'datetime', timeZone: pkg.time_zone },
    ];
  }, [t, pkg.time_zone]);
}
