import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CreditedKind, SIDES, type Side } from '#domains/reattribution/contract/changes.ts';
import { type ConversionRow, reattributionEndpoints } from '#domains/reattribution/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { Touches } from './touches.tsx';

interface Props {
  kind: CreditedKind;
  publisher: string;
  first: Side;
}

const LIMIT = 10;

/** What a number of a publisher counts, one by one; of the one that is chosen everything that may have brought it. */
export function ConversionPanel({ kind, publisher, first }: Props) {
  const { t } = useTranslation('reattribution');
  const { pkg, range } = useSelection();
  const [side, setSide] = useState<Side>(first);
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<string>();
  const days = { package_name: pkg.package_name, fromDate: range.from, toDate: range.to };
  const list = useQuery(
    query(reattributionEndpoints.conversions, { query: { ...days, kind, publisher, side, page, limit: LIMIT } }),
  );
  return (
    <div className={screen.page}>
      <Select
        label={t('side')}
        data={SIDES.map((value) => ({ value, label: t(`side_${value}`) }))}
        value={side}
        allowDeselect={false}
        onChange={(value) => {
          setSide(SIDES.find((each) => each === value) ?? 'attributed');
          setPage(1);
          setChosen(undefined);
        }}
      />
      <DataTable
        id="reattribution-conversions"
        caption={t('conversions_caption', { name: publisher })}
        columns={useColumns(kind)}
        rowKey={({ row_id }) => row_id}
        maxHeight={360}
        {...pageOfList(list, { page, onPage: setPage })}
        {...(chosen === undefined ? {} : { selected: chosen })}
        onOpen={({ row_id }) => setChosen(row_id)}
        empty={{ why: t('side_none') }}
      />
      {chosen === undefined ? (
        <p className={screen.note}>{t('choose_one')}</p>
      ) : (
        <Touches key={chosen} kind={kind} rowId={chosen} />
      )}
    </div>
  );
}

function useColumns(kind: CreditedKind): Column<ConversionRow>[] {
  const { t } = useTranslation('reattribution');
  const { pkg } = useSelection();
  const names = useNames();
  return useMemo((): Column<ConversionRow>[] => {
    const plain = { kind: 'text', sortable: false } as const;
    return [
      {
        id: 'ts',
        header: t('at'),
        kind: 'datetime',
        sortable: false,
        timeZone: pkg.time_zone,
        width: 210,
        narrow: { place: 0, width: 176 },
      },
      ...(kind === 'event' ? [{ ...plain, id: 'event', header: t('event'), width: 110 }] : []),
      {
        ...plain,
        id: 'change',
        header: t('change'),
        width: 200,
        narrow: { place: 1, width: 190 },
        value: ({ change, publisher, credited }) => t(`change_${change}`, { from: publisher, to: credited }),
      },
      {
        ...plain,
        id: 'why',
        header: t('why'),
        width: 220,
        value: ({ why, reason }) =>
          [...(why === '' ? [] : [t(`why_${why}`)]), ...(reason === '' ? [] : [names.reason(reason)])].join(' · '),
      },
      { ...plain, id: 'campaign', header: t('campaign'), width: 130 },
    ];
  }, [t, kind, pkg, names]);
}
