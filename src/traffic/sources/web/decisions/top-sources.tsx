import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { useIsNarrow } from '#platform/web/table/use-arranged.ts';
import { type SourceRow, sourceDecisionEndpoints } from '#traffic/sources/contract/decision-endpoints.ts';
import { SourceCards } from './source-cards.tsx';
import { type OpenSource, SourceDrawer } from './source-drawer.tsx';
import { useTakeBack } from './use-decisions.ts';
import { type SourceAct, useSourceColumns } from './use-source-columns.tsx';
import { useSourceOrder } from './use-source-order.ts';
import { useMarkSeen, useVisit } from './use-visit.ts';

const SHOWN = 8;
const NO_ROWS: readonly SourceRow[] = [];

interface Props {
  caption: string;
  /** Why there may be none. */
  none: string;
}

/** The beginning of the worklist for the days of the selection: new first, then most money at risk. */
export function TopSources({ caption, none }: Props) {
  const { pkg, range } = useSelection();
  const visit = useVisit();
  const [open, setOpen] = useState<OpenSource>();
  const { asked: inOrder, sorting } = useSourceOrder();
  const asked = { package_name: pkg.package_name, fromDate: range.from, toDate: range.to, visit, ...inOrder };
  const list = useQuery(query(sourceDecisionEndpoints.list, { query: { ...asked, state: 'watched', limit: SHOWN } }));
  const rows = list.data?.data ?? NO_ROWS;
  const watched = list.data?.states.watched;
  useMarkSeen(pkg.package_name, visit, list.isPlaceholderData ? undefined : list.data?.data);
  const { mutate: takeBack } = useTakeBack();
  const onAct = useCallback(
    (row: SourceRow, act: SourceAct): void => {
      if (act !== 'take_back') setOpen({ rows, at: rows.indexOf(row), act });
      else if (row.decision) takeBack(row.decision.id);
    },
    [takeBack, rows],
  );
  const columns = useSourceColumns(onAct);
  const asCards = useIsNarrow() && rows.length > 0;
  return (
    <>
      {asCards ? (
        <SourceCards caption={caption} rows={rows} stale={list.isPlaceholderData} onAct={onAct} />
      ) : (
        <DataTable
          id="top-sources"
          caption={caption}
          columns={columns}
          rows={rows}
          rowKey={({ publisher, sub_publisher }) => JSON.stringify([publisher, sub_publisher])}
          density="compact"
          {...sorting}
          {...(watched === undefined ? {} : { total: watched })}
          loading={list.isPending}
          stale={list.isPlaceholderData}
          error={list.isError ? list.error : undefined}
          onRetry={() => void list.refetch()}
          empty={{ why: none }}
        />
      )}
      <SourceDrawer open={open} onOpen={setOpen} />
    </>
  );
}
