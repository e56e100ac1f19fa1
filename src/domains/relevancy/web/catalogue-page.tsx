import { Button, Checkbox, FileButton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  catalogueEndpoints,
  type Imported,
  type Standing,
  type VideoRow,
} from '#domains/relevancy/contract/catalogue-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { upload } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import styles from './scan/scan.module.css';

/** The videos that scans look through, kept by administrators. */
export function CataloguePage() {
  const { t } = useTranslation('scan');
  const state = useListState();
  const list = useQuery(query(catalogueEndpoints.list, { query: state.asked }));
  const columns = useMemo(
    (): Column<VideoRow>[] => [
      { id: 'title', header: t('col_title'), kind: 'text', width: 300 },
      { id: 'channel_name', header: t('col_owner'), kind: 'text', width: 150 },
      { id: 'category', header: t('col_category'), kind: 'text', width: 140 },
      { id: 'language', header: t('language'), kind: 'text', width: 90 },
      { id: 'countries', header: t('place'), kind: 'text', width: 120, value: ({ countries }) => countries.join(', ') },
      { id: 'views', header: t('col_views'), kind: 'number' },
      { id: 'upload_date', header: t('col_uploaded'), kind: 'date' },
      { id: 'source', header: t('source'), kind: 'text', width: 110, value: ({ source }) => t(`source_${source}`) },
      { id: 'url', header: t('col_url'), kind: 'text', width: 240 },
    ],
    [t],
  );
  return (
    <div className={screen.page}>
      <Keeping />
      <ListPage
        id="videos"
        lead={t('catalogue_lead')}
        caption={t('catalogue_caption')}
        columns={columns}
        state={state}
        list={list}
        searchLabel={t('search_videos')}
        empty={{ why: t('catalogue_none') }}
      />
    </div>
  );
}

/** What the catalogue is, and how videos come into it. */
function Keeping() {
  const { t } = useTranslation('scan');
  const format = useFormat();
  const errorText = useErrorText();
  const client = useQueryClient();
  const standing = useQuery(query(catalogueEndpoints.standing, {}));
  const [file, setFile] = useState<File | null>(null);
  const failed = (error: unknown): void => notify('failed', errorText(error));
  const settled = { onSuccess: () => client.invalidateQueries(), onError: failed };
  const send = useMutation({
    mutationFn: ({ chosen, dry }: { chosen: File; dry: boolean }) =>
      upload(
        catalogueEndpoints.upload,
        { query: { dry_run: dry ? ('true' as const) : ('false' as const), file_name: chosen.name } },
        chosen,
      ),
    ...settled,
  });
  const samples = useMutation({
    mutationFn: (keep: boolean) => call(catalogueEndpoints.samples, { body: { keep } }),
    ...settled,
  });
  const complete = useMutation({
    mutationFn: (said: boolean) => call(catalogueEndpoints.complete, { body: { complete: said } }),
    ...settled,
  });
  const now: Standing = standing.data?.data ?? { videos: 0, samples: 0, complete: false };
  const outcome = send.data?.data;
  return (
    <section className={styles.form} aria-label={t('keeping')}>
      <p className={styles.scores} role="status">
        {t('holds', { count: now.videos, n: format.number(now.videos), samples: format.number(now.samples) })}
      </p>
      <div className={screen.tools}>
        <FileButton
          accept=".csv,.json,text/csv,application/json"
          onChange={(chosen) => {
            setFile(chosen);
            if (chosen) send.mutate({ chosen, dry: true });
          }}
        >
          {(props) => (
            <Button {...props} loading={send.isPending}>
              {t('import_file')}
            </Button>
          )}
        </FileButton>
        {file && outcome?.dry_run && outcome.added + outcome.changed > 0 && (
          <Button variant="default" disabled={send.isPending} onClick={() => send.mutate({ chosen: file, dry: false })}>
            {t('store', { n: format.number(outcome.added + outcome.changed) })}
          </Button>
        )}
        <Button variant="subtle" disabled={samples.isPending} onClick={() => samples.mutate(now.samples === 0)}>
          {t(now.samples === 0 ? 'samples_in' : 'samples_out')}
        </Button>
      </div>
      <p className={styles.muted}>{t('import_form')}</p>
      {outcome && <Outcome outcome={outcome} />}
      <Checkbox
        checked={now.complete}
        disabled={complete.isPending || !standing.data}
        label={t('complete')}
        description={t('complete_why')}
        onChange={(event) => complete.mutate(event.currentTarget.checked)}
      />
    </section>
  );
}

function Outcome({ outcome }: { outcome: Imported }) {
  const { t } = useTranslation('scan');
  const format = useFormat();
  const { rows, added, changed, faults, told, dry_run } = outcome;
  const numbers = { rows: format.number(rows), added: format.number(added), changed: format.number(changed) };
  return (
    <div role="status">
      <p className={styles.scores}>
        {t(dry_run ? 'would_come' : 'has_come', { ...numbers, faults: format.number(faults) })}
      </p>
      {told.length > 0 && (
        <ul className={styles.reasons}>
          {told.map(({ line, field, message }) => (
            <li key={`${line} ${field} ${message}`}>{t('fault', { line, field, message })}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
