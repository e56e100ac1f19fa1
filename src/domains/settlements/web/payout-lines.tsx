import { Button, Drawer } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PayoutRow } from '#domains/settlements/contract/payout.ts';
import { payoutEndpoints } from '#domains/settlements/contract/settlement-endpoints.ts';
import { download } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import type { ListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import type { ListQuery } from '#platform/web/table/page-of-list.ts';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { type Days, PartnerCounts } from './partner-counts.tsx';
import { type Narrowed, useEventsHref } from './use-events-href.ts';
import { useEvidenceColumn } from './use-evidence-column.ts';

interface Props {
  report: ListQuery<PayoutRow>;
  state: ListState;
  days: Days;
}

/** Line by line: the events of a source and campaign under one agreement, with what is taken away and why. */
export function PayoutLines({ report, state, days }: Props) {
  const { t } = useTranslation('settlements');
  const columns = useLineColumns();
  const proof = useEvidenceColumn<PayoutRow>();
  const { state: saving, save } = useDownloads();
  const [counting, setCounting] = useState(false);
  return (
    <>
      <ListPage
        id="payout-lines"
        lead={
          <>
            <h2>{t('lines')}</h2>
            <p>{t('lines_lead')}</p>
          </>
        }
        caption={t('lines_caption')}
        columns={[...columns, proof]}
        rowKey={({ publisher, campaign, event, payment_model, model, rate, currency, reported }) =>
          JSON.stringify([publisher, campaign, event, payment_model, model, rate, currency, reported])
        }
        state={state}
        list={report}
        searchLabel={t('search_lines')}
        actions={
          <>
            <Button variant="default" aria-haspopup="dialog" onClick={() => setCounting(true)}>
              {t('counts_upload')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={saving.loading}
              onClick={() => save(() => download(payoutEndpoints.download, { query: days }))}
            >
              {t('download')}
            </Button>
          </>
        }
        empty={{ why: t('nothing_counted') }}
        noneFound={t('none_found')}
      />
      <Drawer
        closeButtonProps={{ 'aria-label': t('close') }}
        opened={counting}
        onClose={() => setCounting(false)}
        title={t('counts_upload')}
        size="min(760px, 100vw)"
      >
        {counting && <PartnerCounts days={days} />}
      </Drawer>
    </>
  );
}

/** Buckets of a line, by which their events are found; what only agreements decide has no filter of events. */
const COUNTS: readonly [name: keyof PayoutRow & string, narrowed: Narrowed | undefined, hidden: boolean][] = [
  ['duplicate', { payment: 'duplicate' }, false],
  ['invalid', { payment: 'invalid' }, false],
  ['out_of_window', { payment: 'out_of_window' }, false],
  ['unapproved', undefined, true],
  ['over_cap', undefined, false],
  ['whitelisted', undefined, true],
  ['allowed', undefined, true],
  ['valid', undefined, false],
];

function useLineColumns(): Column<PayoutRow>[] {
  const { t } = useTranslation('settlements');
  const format = useFormat();
  const href = useEventsHref();
  return useMemo((): Column<PayoutRow>[] => {
    const money = (name: 'gross_amount' | 'deductions' | 'net', width = 156): Column<PayoutRow> => ({
      id: name,
      header: t(name),
      definition: t(`${name}_hint`),
      kind: 'money',
      width,
      value: (row) => (row.currency === '' ? null : Number(row[name])),
      currency: (row) => row.currency,
    });
    return [
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 168, narrow: { place: 0, width: 110 } },
      { id: 'campaign', header: t('campaign'), kind: 'text', width: 150, narrow: { place: 2, width: 110 } },
      { id: 'event', header: t('event'), kind: 'text', width: 100 },
      // What a line comes to is seen without going to the end of how it came about.
      { ...money('net', 116), narrow: { place: 1, width: 104 } },
      {
        id: 'payment_model',
        header: t('payment_model'),
        kind: 'text',
        width: 150,
        nothing: t('not_agreed'),
        value: ({ payment_model, model }) => [payment_model, model].filter((part) => part !== '').join(' · '),
      },
      { id: 'gross', header: t('gross'), definition: t('gross_hint'), kind: 'number', href: (row) => href(row) },
      { id: 'reported', header: t('reported'), definition: t('reported_hint'), kind: 'number' },
      {
        id: 'discrepancy_percent',
        header: t('discrepancy'),
        definition: t('discrepancy_hint'),
        kind: 'text',
        width: 150,
        value: ({ discrepancy_percent, is_disputed }) =>
          [
            ...(discrepancy_percent === null ? [] : [format.change(Number(discrepancy_percent) / 100)]),
            ...(is_disputed ? [t('state_disputed')] : []),
          ].join(' · '),
      },
      ...COUNTS.map(
        ([name, narrowed, hidden]): Column<PayoutRow> => ({
          id: name,
          header: t(name),
          definition: t(`${name}_hint`),
          kind: 'number',
          width: 126,
          ...(hidden ? { hidden } : {}),
          ...(narrowed ? { href: (row: PayoutRow) => (row[name] === 0 ? undefined : href(row, narrowed)) } : {}),
        }),
      ),
      {
        id: 'rate',
        header: t('rate'),
        kind: 'text',
        width: 100,
        value: ({ rate, currency }) => (rate === null || currency === '' ? null : format.price(rate, currency)),
      },
      money('gross_amount'),
      money('deductions'),
    ];
  }, [t, format, href]);
}
