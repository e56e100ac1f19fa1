import { Drawer, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import {
  SOURCE_VERDICTS,
  type SourceRow,
  sourceDecisionEndpoints,
} from '#traffic/sources/contract/decision-endpoints.ts';
import { DecisionForm } from './decision-form.tsx';
import { SourceHistory } from './source-history.tsx';
import { useTakeBack } from './use-decisions.ts';
import { nameOf, type SourceAct, useSourceColumns } from './use-source-columns.tsx';

const PAGE = 25;
const TYPING_MS = 300;
const TITLES = { confirmed: 'title_confirm', cleared: 'title_clear', history: 'history' } as const;

/** The worklist of sources: what statistics call, with the money, until a person confirms or clears it. */
export function SourcesPage() {
  const { t } = useTranslation('sources');
  const {
    pkg,
    range: { from, to },
  } = useSelection();
  const [page, setPage] = useState(1);
  const [state, setState] = useState<SourceRow['state'] | undefined>('watched');
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), TYPING_MS);
  const [open, setOpen] = useState<{ row: SourceRow; act: Exclude<SourceAct, 'take_back'> }>();
  const asked = { package_name: pkg.package_name, fromDate: from, toDate: to, page, limit: PAGE };
  const list = useQuery(
    query(sourceDecisionEndpoints.list, {
      query: { ...asked, ...(state && { state }), ...(wanted && { search: wanted }) },
    }),
  );
  const { mutate: takeBack, isPending } = useTakeBack();
  const onAct = useCallback(
    (row: SourceRow, act: SourceAct): void => {
      if (act !== 'take_back') setOpen({ row, act });
      else if (row.decision) takeBack(row.decision.id);
    },
    [takeBack],
  );
  const columns = useSourceColumns(onAct);
  const states = list.data?.states;
  const label = (name: SourceRow['state']): string => `${t(`state_${name}`)}${states ? ` (${states[name]})` : ''}`;
  const close = (): void => setOpen(undefined);
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t('lead', { package: pkg.package_title })}</p>
        <div className={screen.tools}>
          <Select
            aria-label={t('filter')}
            data={[
              ...SOURCE_VERDICTS.map((name) => ({ value: name, label: label(name) })),
              { value: '', label: t('state_all') },
            ]}
            value={state ?? ''}
            onChange={(chosen) => {
              setState(SOURCE_VERDICTS.find((name) => name === chosen));
              setPage(1);
            }}
            allowDeselect={false}
          />
          <TextInput
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              setPage(1);
            }}
          />
        </div>
      </header>
      <div className={screen.card}>
        <DataTable
          id="sources"
          caption={t('caption', { zone: pkg.time_zone })}
          columns={columns}
          {...pageOfList(list, { page, onPage: setPage })}
          rowKey={({ publisher, sub_publisher }) => JSON.stringify([publisher, sub_publisher])}
          maxHeight="calc(100dvh - 260px)"
          stale={list.isPlaceholderData || isPending}
          empty={{ why: t(wanted ? 'none_found' : 'none') }}
        />
      </div>
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
    </div>
  );
}
