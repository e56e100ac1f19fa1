import { Badge, Button, Code } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AuditRow, auditLog } from '#domains/audit/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { READER_ZONE, utcOf } from '#platform/web/i18n/reader-zone.ts';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import styles from './audit.module.css';
import { AuditFilters, NOTHING_CHOSEN } from './audit-filters.tsx';

const TYPING_MS = 300;

/** Who did what and when. Nothing here can be changed, and the page proves it. */
export function AuditPage() {
  const { t } = useTranslation('audit');
  const state = useListState();
  const [narrowing, setNarrowing] = useState(NOTHING_CHOSEN);
  const [inPackage] = useDebouncedValue(narrowing.packageName.trim(), TYPING_MS);
  const [open, setOpen] = useState<AuditRow | null>(null);
  const { actions, from, to } = narrowing;
  const filters = {
    ...(actions.length > 0 ? { action: actions } : {}),
    ...(inPackage ? { package_name: inPackage } : {}),
    ...(from ? { fromDate: from } : {}),
    ...(to ? { toDate: to } : {}),
    ...(state.asked.search ? { search: state.asked.search } : {}),
  };
  const list = useQuery(query(auditLog.list, { query: { ...state.asked, ...filters } }));
  const { state: saving, save } = useDownloads();
  return (
    <>
      <ListPage
        id="audit"
        lead={<Whole />}
        caption={t('caption', { zone: READER_ZONE })}
        columns={useColumns(setOpen)}
        state={state}
        list={list}
        searchLabel={t('search')}
        filters={
          <AuditFilters
            chosen={narrowing}
            onChange={(part) => {
              setNarrowing((before) => ({ ...before, ...part }));
              state.setPage(1);
            }}
          />
        }
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={saving.loading}
            onClick={() => save(() => download(auditLog.download, { query: filters }, { name: 'audit.csv' }))}
          >
            CSV
          </Button>
        }
        empty={{ why: t('none') }}
        noneFound={t('none')}
        onOpen={setOpen}
      />
      <SidePanel
        opened={open !== null}
        title={open ? t(`action_${open.action}`, { defaultValue: open.action }) : ''}
        onClose={() => setOpen(null)}
      >
        {open && <Details row={open} />}
      </SidePanel>
    </>
  );
}

function useColumns(onOpen: (row: AuditRow) => void): Column<AuditRow>[] {
  const { t } = useTranslation('audit');
  return useMemo(
    () => [
      { id: 'at', header: t('at'), kind: 'datetime' },
      {
        id: 'action',
        header: t('action'),
        kind: 'text',
        width: 210,
        value: (row) => t(`action_${row.action}`, { defaultValue: row.action }),
      },
      {
        id: 'actor',
        header: t('actor'),
        kind: 'text',
        width: 170,
        value: (row) => row.actor || t('program'),
      },
      {
        id: 'subject',
        header: t('subject'),
        kind: 'text',
        width: 230,
        value: (row) => row.subject || (row.erased ? t('erased') : ''),
      },
      { id: 'package', header: t('package'), kind: 'text', width: 170 },
      { id: 'id', header: t('number'), kind: 'number', hidden: true },
      buttonColumn(t('details'), (row) => ({
        children: t('details'),
        label: t('details_of', { number: row.id }),
        onClick: () => onOpen(row),
      })),
    ],
    [t, onOpen],
  );
}

/** Whether the chain of entries is whole. */
function Whole() {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const check = useQuery(query(auditLog.check, {}));
  const found = check.data?.data;
  return (
    <p className={styles.lead}>
      {t('lead')}{' '}
      {found && (
        <Badge color={found.breaks.length > 0 ? 'fraud' : 'clean'} variant="light" tt="none">
          {found.breaks.length > 0
            ? t('broken', { numbers: found.breaks.join(', ') })
            : t('whole', { count: found.entries, shown: format.number(found.entries) })}
        </Badge>
      )}
    </p>
  );
}

function Details({ row }: { row: AuditRow }) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const facts = [
    ['number', String(row.id)],
    ['at', `${format.dateTime(row.at, READER_ZONE)} (${utcOf(row.at, format)})`],
    ['actor', row.actor || t('program')],
    ['role', row.role],
    ['subject', row.subject],
    ['package', row.package],
    ['hash', row.hash],
  ] as const;
  return (
    <>
      {row.erased && <p className={styles.note}>{t('erased_why')}</p>}
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([key, value]) => (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {row.details !== null && (
        <Code block className={styles.json ?? ''}>
          {JSON.stringify(row.details, null, 2)}
        </Code>
      )}
    </>
  );
}
