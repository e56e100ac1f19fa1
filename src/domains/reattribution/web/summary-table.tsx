import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type CreditedKind, ORGANIC, type Side } from '#domains/reattribution/contract/changes.ts';
import { type Figures, reattributionEndpoints, type SummaryRow } from '#domains/reattribution/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { GenerateButton } from './generate-button.tsx';

interface Props {
  kind: CreditedKind;
  onOpen: (publisher: string, side: Side) => void;
}

/** By publisher; each number opens the installs or events it counts. */
export function SummaryTable({ kind, onOpen }: Props) {
  const { t } = useTranslation('reattribution');
  const { pkg, range } = useSelection();
  const sticky = useStickySearch();
  const state = useListState();
  const days = { package_name: pkg.package_name, fromDate: range.from, toDate: range.to };
  const list = useQuery(query(reattributionEndpoints[kind], { query: { ...days, ...state.asked } }));
  const columns = useColumns(list.data?.totals, onOpen);
  return (
    <ListPage
      id={`reattribution-${kind}`}
      lead={
        <>
          <h2>{t(`${kind}_heading`)}</h2>
          <p>{t('lead')}</p>
        </>
      }
      caption={t(`${kind}_caption`)}
      columns={columns}
      rowKey={({ publisher }) => publisher}
      state={state}
      list={list}
      totals={list.data && { publisher: '', ...list.data.totals }}
      searchLabel={t('search')}
      actions={<GenerateButton kind={kind} />}
      empty={{
        why: t(`${kind}_none`),
        action: <AddButton to={`/traffic/import${sticky}`}>{t('import')}</AddButton>,
      }}
      noneFound={t('none_found')}
      onOpen={({ publisher }) => onOpen(publisher, 'attributed')}
    />
  );
}

const COUNTS = [
  ['attributed_by_source', 'attributed'],
  ['removed_invalid', 'removed'],
  ['moved_out', 'moved_out'],
  ['to_organic', 'to_organic'],
  ['moved_in', 'moved_in'],
  ['final', 'final'],
] as const satisfies readonly (readonly [keyof SummaryRow, Side])[];

function useColumns(totals: Figures | undefined, onOpen: Props['onOpen']): Column<SummaryRow>[] {
  const { t } = useTranslation('reattribution');
  const format = useFormat();
  return useMemo((): Column<SummaryRow>[] => {
    const amounts = ({ amounts: all }: Pick<Figures, 'amounts'>): string => {
      const changed = all.filter(({ delta }) => Number(delta) !== 0);
      // Where nothing changes one currency says so.
      const told = changed.length > 0 ? changed : all.slice(0, 1);
      return told.map(({ delta, currency }) => format.money(Number(delta), currency)).join(' · ');
    };
    const percent = ({ delta_percent: delta }: Pick<Figures, 'delta_percent'>): string =>
      delta === null ? '' : format.change(Number(delta) / 100);
    return [
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 130, narrow: { place: 0, width: 110 } },
      ...COUNTS.map(
        ([name, side]): Column<SummaryRow> => ({
          id: name,
          header: t(name),
          definition: t(`${name}_hint`),
          kind: 'number',
          width: 122,
          ...(name === 'final' ? { narrow: { place: 2, width: 84 } } : {}),
          ...(name === 'attributed_by_source' ? { narrow: { place: 1, width: 96 } } : {}),
          render: (row) =>
            row[name] === 0 ? (
              format.number(0)
            ) : (
              <Anchor
                component="button"
                type="button"
                fz="inherit"
                aria-label={t('open_number', { n: format.number(row[name]), what: t(name), name: row.publisher })}
                onClick={(click) => {
                  click.stopPropagation();
                  onOpen(row.publisher, side);
                }}
              >
                {format.number(row[name])}
              </Anchor>
            ),
          total: () => format.number(totals?.[name] ?? 0),
        }),
      ),
      {
        id: 'delta_percent',
        header: t('delta'),
        definition: t('delta_hint'),
        kind: 'text',
        width: 112,
        value: percent,
        total: () => totals && percent(totals),
      },
      {
        id: 'amounts',
        header: t('amount'),
        definition: t('amount_hint'),
        kind: 'text',
        width: 140,
        nothing: t('not_agreed'),
        value: (row) => (row.publisher === ORGANIC ? '–' : amounts(row)),
        total: () => totals && amounts(totals),
      },
    ];
  }, [t, format, totals, onOpen]);
}
