import { Drawer, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import {
  SOURCE_VERDICTS,
  type SourceRow,
  sourceDecisionEndpoints,
} from '#traffic/sources/contract/decision-endpoints.ts';
import { DecisionForm } from './decision-form.tsx';
import { SourceHistory } from './source-history.tsx';
import { useTakeBack } from './use-decisions.ts';
import { nameOf, type SourceAct, useSourceColumns } from './use-source-columns.tsx';

const TITLES = { confirmed: 'title_confirm', cleared: 'title_clear', history: 'history' } as const;

/** The worklist of sources: what is called, with the money, until a person confirms or clears it. */
export function SourcesPage() {
  const { t } = useTranslation('sources');
  const { pkg, range } = useSelection();
  const state = useListState();
  const [only, setOnly] = useState<SourceRow['state'] | null>('watched');
  const [open, setOpen] = useState<{ row: SourceRow; act: Exclude<SourceAct, 'take_back'> }>();
  const asked = { package_name: pkg.package_name, fromDate: range.from, toDate: range.to, ...state.asked };
  const list = useQuery(query(sourceDecisionEndpoints.list, { query: { ...asked, ...(only ? { state: only } : {}) } }));
  const { mutate: takeBack } = useTakeBack();
  const onAct = useCallback(
    (row: SourceRow, act: SourceAct): void => {
      if (act !== 'take_back') setOpen({ row, act });
      else if (row.decision) takeBack(row.decision.id);
    },
    [takeBack],
  );
  const columns = useSourceColumns(onAct);
  const counts = list.data?.states;
  const label = (name: SourceRow['state']): string => `${t(`state_${name}`)}${counts ? ` (${counts[name]})` : ''}`;
  const close = (): void => setOpen(undefined);
  return (
    <>
      <ListPage
        id="sources"
        lead={t('lead', { package: pkg.package_title })}
        caption={t('caption', { zone: pkg.time_zone })}
        columns={columns}
        rowKey={({ publisher, sub_publisher }) => JSON.stringify([publisher, sub_publisher])}
        state={state}
        list={list}
        searchLabel={t('search')}
        filters={
          <Select
            aria-label={t('filter')}
            data={[
              ...SOURCE_VERDICTS.map((name) => ({ value: name, label: label(name) })),
              { value: '', label: t('state_all') },
            ]}
            value={only ?? ''}
            onChange={(chosen) => {
              setOnly(SOURCE_VERDICTS.find((name) => name === chosen) ?? null);
              state.setPage(1);
            }}
            allowDeselect={false}
          />
        }
        empty={{ why: t('none') }}
        noneFound={t('none_found')}
      />
      <Drawer
        opened={open !== undefined}
        onClose={close}
        title={open && `${t(TITLES[open.act])}: ${nameOf(open.row)}`}
        size="min(460px, 100vw)"
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {open?.act === 'history' && <SourceHistory source={open.row} />}
        {open && open.act !== 'history' && <DecisionForm source={open.row} state={open.act} onDone={close} />}
      </Drawer>
    </>
  );
}
