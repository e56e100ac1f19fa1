import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettlementView } from '#domains/settlements/contract/payout.ts';
import { payoutEndpoints } from '#domains/settlements/contract/settlement-endpoints.ts';
import { SETTLEMENT_STATES, type SettlementState } from '#domains/settlements/contract/states.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { useApproval } from './approval.tsx';

/** Payout reports as they were generated; several are chosen and approved as they were read. */
export function GeneratedReports() {
  const { t } = useTranslation('settlements');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const list = useListState();
  const [state, setState] = useState<SettlementState>();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const asked = { package_name: pkg.package_name, ...(state === undefined ? {} : { state }), ...list.asked };
  const reports = useQuery(query(payoutEndpoints.list, { query: asked }));
  const rows = reports.data?.data ?? [];
  const chosen = rows.filter(({ id }) => picked.has(String(id)));
  const { ask, dialog } = useApproval(pkg.package_name, () => setPicked(new Set()));
  const columns = useReportColumns();
  return (
    <section className={screen.page} aria-labelledby="generated-reports">
      <header className={screen.head}>
        <div>
          <h2 id="generated-reports">{t('generated')}</h2>
          <p>{t('generated_lead')}</p>
        </div>
        <div className={screen.tools}>
          <Select
            aria-label={t('state')}
            data={SETTLEMENT_STATES.map((each) => ({ value: each, label: t(`state_${each}`) }))}
            value={state ?? null}
            placeholder={t('every_state')}
            clearable
            onChange={(value) => {
              setState(SETTLEMENT_STATES.find((each) => each === value));
              list.setPage(1);
            }}
          />
          <Button disabled={chosen.length === 0} onClick={() => ask(chosen)}>
            {t('approve_n', { n: chosen.length })}
          </Button>
        </div>
      </header>
      <div className={screen.card}>
        <DataTable
          id="payout-reports"
          caption={t('generated_caption')}
          columns={columns}
          rowKey={({ id }) => String(id)}
          {...pageOfList(reports, { page: list.page, onPage: list.setPage })}
          picking={{
            picked: new Set(chosen.map(({ id }) => String(id))),
            toggle: (id) => {
              const next = new Set(picked);
              if (!next.delete(id)) next.add(id);
              setPicked(next);
            },
            toggleAll: () => setPicked(new Set(chosen.length > 0 ? [] : rows.map(({ id }) => String(id)))),
            label: (id) => t('pick', { name: rows.find((row) => String(row.id) === id)?.publisher ?? id }),
            labelAll: t('pick_all'),
          }}
          empty={{
            why: t('none_generated'),
            action: <AddButton to={`/reconcilation/report-add${sticky}`}>{t('generate')}</AddButton>,
          }}
        />
      </div>
      {dialog}
    </section>
  );
}

function useReportColumns(): Column<SettlementView>[] {
  const { t } = useTranslation('settlements');
  const { pkg } = useSelection();
  const format = useFormat();
  return useMemo((): Column<SettlementView>[] => {
    const amounts = (name: 'net' | 'payable'): Column<SettlementView> => ({
      id: name,
      header: t(name),
      definition: t(`${name}_hint`),
      kind: 'text',
      width: 140,
      value: ({ totals }) => totals.map((total) => format.money(Number(total[name]), total.currency)).join(' · '),
    });
    return [
      {
        id: 'publisher',
        header: t('publisher'),
        kind: 'text',
        width: 140,
        narrow: { place: 0, width: 96 },
        sortable: false,
      },
      { ...amounts('net'), narrow: { place: 1, width: 92 }, sortable: false },
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 150,
        narrow: { place: 2, width: 96 },
        sortable: false,
        value: ({ state, disputed_lines, is_outdated }) =>
          [
            t(`state_${state}`),
            ...(disputed_lines > 0 ? [t('disputed_lines', { n: disputed_lines })] : []),
            ...(is_outdated ? [t('out_of_date')] : []),
          ].join(' · '),
      },
      { ...amounts('payable'), sortable: false },
      { id: 'period_from', header: t('period_from'), kind: 'date', sortable: false },
      { id: 'period_to', header: t('period_to'), kind: 'date', sortable: false },
      { id: 'created_by', header: t('created_by'), kind: 'text', width: 130, sortable: false },
      { id: 'approved_by', header: t('approved_by'), kind: 'text', width: 130, sortable: false },
      { id: 'approved_at', header: t('approved_at'), kind: 'datetime', timeZone: pkg.time_zone, sortable: false },
    ];
  }, [t, format, pkg]);
}
