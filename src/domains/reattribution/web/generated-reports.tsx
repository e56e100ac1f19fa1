import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreditedKind } from '#domains/reattribution/contract/changes.ts';
import { type Difference, type ReportView, reattributionEndpoints } from '#domains/reattribution/contract/endpoints.ts';
import { bytesText } from '#platform/contract/bytes-text.ts';
import type { Message } from '#platform/contract/message.ts';
import { query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useMessageText } from '#platform/web/ui/message-text.ts';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { GenerateButton } from './generate-button.tsx';
import styles from './reattribution.module.css';

/** While something is being made. */
const LOOK_AGAIN_MS = 1500;
const isUnderway = ({ status }: ReportView): boolean => status === 'Queued' || status === 'Processing';

/** Reports of this package, each by the rules that stood when it was made, with what differs from the one before. */
export function GeneratedReports({ kind }: { kind: CreditedKind }) {
  const { t } = useTranslation('reattribution');
  const { pkg } = useSelection();
  const state = useListState();
  const asked = { package_name: pkg.package_name, kind, page: state.asked.page, limit: state.asked.limit };
  const list = useQuery({
    ...query(reattributionEndpoints.reports, { query: asked }),
    refetchInterval: ({ state: { data } }) => (data?.data.some(isUnderway) ? LOOK_AGAIN_MS : false),
  });
  return (
    <ListPage
      id={`reattribution-reports-${kind}`}
      lead={
        <>
          <h2>{t('reports')}</h2>
          <p>{t('reports_lead')}</p>
        </>
      }
      caption={t(`${kind}_reports_caption`)}
      columns={useColumns()}
      state={state}
      list={list}
      empty={{ why: t('reports_none'), action: <GenerateButton kind={kind} /> }}
    />
  );
}

function useColumns(): Column<ReportView>[] {
  const { t } = useTranslation('reattribution');
  const { pkg } = useSelection();
  const format = useFormat();
  return useMemo((): Column<ReportView>[] => {
    const why = ({ has_other_rules: hasOther }: Difference): string[] =>
      hasOther === undefined ? [] : [t(hasOther ? 'differs_rules' : 'differs_traffic')];
    const differs = ({ differs: found, version }: ReportView): string => {
      if (!found) return version === 1 ? '' : t('differs_unknown');
      if (found.differing === 0) return [...why(found), t('differs_nothing', { version: found.version })].join(' · ');
      const named = found.publishers
        .slice(0, 3)
        .map(({ publisher, before, now }) => `${publisher} ${format.number(before)} → ${format.number(now)}`);
      const more = found.differing - named.length;
      const told = [...named, ...(more > 0 ? [t('differs_more', { n: format.number(more) })] : [])].join('; ');
      return [...why(found), told].join(' · ');
    };
    return [
      {
        id: 'days',
        header: t('days'),
        kind: 'text',
        width: 210,
        narrow: { place: 0, width: 150 },
        value: ({ from, to }) => `${from} – ${to}`,
      },
      {
        id: 'status',
        header: t('status'),
        kind: 'text',
        width: 150,
        narrow: { place: 1, width: 96 },
        render: (row) => <Status row={row} />,
      },
      {
        id: 'file',
        header: t('file'),
        kind: 'text',
        width: 170,
        narrow: { place: 2, width: 150 },
        render: (row) => row.file && <FileButton row={row} bytes={row.file.bytes} />,
      },
      { id: 'version', header: t('version'), definition: t('version_hint'), kind: 'number', width: 100 },
      {
        id: 'rules',
        header: t('rules'),
        definition: t('rules_hint'),
        kind: 'text',
        width: 170,
        value: ({ rule_version, rules }) => `${rule_version} · ${rules}`,
      },
      { id: 'differs', header: t('differs'), definition: t('differs_hint'), kind: 'text', width: 280, value: differs },
      { id: 'rows', header: t('rows'), kind: 'number' },
      { id: 'created_by', header: t('created_by'), kind: 'text', width: 140 },
      { id: 'created_at', header: t('created_at'), kind: 'datetime', timeZone: pkg.time_zone },
    ];
  }, [t, format, pkg]);
}

const isMessage = (told: unknown): told is Message =>
  typeof told === 'object' && told !== null && 'code' in told && 'values' in told;

function Status({ row }: { row: ReportView }) {
  const { t } = useTranslation('reattribution');
  const text = useMessageText();
  const { status, error } = row;
  const why = error && ((isMessage(error.told) ? text(error.told) : undefined) ?? error.message);
  return (
    <span className={styles.status} data-status={status} title={why ?? undefined}>
      {isUnderway(row) && <Loader size={12} aria-hidden />}
      <span>
        {t(`status_${status}`)}
        {why && <small> {why}</small>}
      </span>
    </span>
  );
}

function FileButton({ row, bytes }: { row: ReportView; bytes: number }) {
  const { t, i18n } = useTranslation('reattribution');
  const { state, save } = useDownloads();
  return (
    <Button
      size="compact-sm"
      variant="light"
      loading={state.loading}
      aria-label={t('download_of', { days: `${row.from} – ${row.to}`, version: row.version })}
      onClick={() => save(() => download(reattributionEndpoints.download, { query: { id: row.id } }))}
    >
      {['CSV', bytesText(i18n.language, bytes)].join(' · ')}
    </Button>
  );
}
