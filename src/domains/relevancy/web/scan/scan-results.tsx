import { Button, Popover, UnstyledButton } from '@mantine/core';
import { type ComponentType, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResultRow, Untold } from '#domains/relevancy/contract/scan.ts';
import type { Country, Language } from '#domains/relevancy/contract/scan-endpoints.ts';
import { NOTHING } from '#platform/contract/format.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { ofList, saveList, saveRows } from './export.ts';
import styles from './scan.module.css';
import { keyOf, useChosen } from './use-chosen.ts';

interface Props {
  rows: readonly ResultRow[];
  countries: readonly Country[];
  languages: readonly Language[];
}

/** Does something with the rows that were chosen. */
export type SaveRows = ComponentType<{ rows: readonly ResultRow[] }>;

const isAddress = (url: string): boolean => /^https?:\/\//i.test(url);

/** A value, or none where the source tells none: its zero is no number of views. */
const told =
  (field: Untold) =>
  (row: ResultRow): string | number | null =>
    row.untold.includes(field) ? null : row[field];

/** What was found: a sample of each keyword, how many there are, and what each video is good for. */
export function ScanResults({ rows, countries, languages, Save }: Props & { Save?: SaveRows | undefined }) {
  const { t } = useTranslation('scan');
  const { chosen, picking } = useChosen(rows);
  const columns = useMemo(
    (): Column<ResultRow>[] => [
      { id: 'keyword', header: t('col_keyword'), kind: 'text', width: 102 },
      {
        id: 'category',
        header: t('col_category'),
        kind: 'text',
        width: 100,
        value: told('category'),
        render: (row) => <TwoLines text={String(told('category')(row) ?? NOTHING)} />,
      },
      {
        id: 'title',
        header: t('col_title'),
        kind: 'text',
        width: 184,
        narrow: { place: 1, width: 160 },
        render: ({ title }) => <TwoLines text={title} />,
      },
      {
        id: 'video_url',
        header: t('col_url'),
        kind: 'text',
        width: 124,
        render: ({ video_url }) => <Address url={video_url} />,
      },
      {
        id: 'owner_channel_name',
        header: t('col_owner'),
        kind: 'text',
        width: 114,
        render: ({ owner_channel_name }) => <TwoLines text={owner_channel_name} />,
      },
      { id: 'view_count', header: t('col_views'), kind: 'number', width: 88, value: told('view_count') },
      { id: 'length_seconds', header: t('col_length'), kind: 'number', width: 152, value: told('length_seconds') },
      { id: 'upload_date', header: t('col_uploaded'), kind: 'date', width: 126, value: told('upload_date') },
      {
        id: 'status',
        header: t('col_status'),
        kind: 'text',
        width: 126,
        narrow: { place: 0, width: 112 },
        render: (row) => <Status row={row} />,
      },
    ],
    [t],
  );
  return (
    <section className={styles.results} aria-label={t('results')}>
      <Counts rows={rows} countries={countries} languages={languages} />
      <DataTable
        id="scan"
        caption={t('results')}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        maxHeight={790}
        {...(Save ? { picking } : {})}
      />
      <div className={styles.actions}>
        {Save && <Save rows={chosen} />}
        <Button variant="default" onClick={() => saveRows(rows)}>
          {t('save_csv')}
        </Button>
        {(['inclusion', 'exclusion'] as const).map((kind) => (
          <Button
            key={kind}
            variant="default"
            disabled={ofList(rows, kind).length === 0}
            onClick={() => saveList(rows, kind)}
          >
            {t(`save_${kind}`, { n: ofList(rows, kind).length })}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** As much as two lines hold: nine columns stand beside each other. The rest is told on hovering. */
const TwoLines = ({ text }: { text: string }) => (
  <span className={styles.lines} title={text}>
    {text}
  </span>
);

/** Without the part that all addresses begin with. */
function Address({ url }: { url: string }) {
  if (!isAddress(url)) return <TwoLines text={url} />;
  return (
    <a className={styles.lines} href={url} title={url} aria-label={url} target="_blank" rel="noreferrer noopener">
      {url.replace(/^https?:\/\/(www\.)?/i, '')}
    </a>
  );
}

/** A line for each question: the sample, what matches, and how many there may be in all, labelled where nobody knows. */
function Counts({ rows, countries, languages }: Props) {
  const { t } = useTranslation('scan');
  const format = useFormat();
  const groups = new Map<string, ResultRow[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.keyword, row.location_code, row.language_code]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return (
    <ul className={styles.counts}>
      {[...groups].map(([key, [first, ...more]]) => {
        if (!first) return null;
        const country = countries.find(({ location_code }) => location_code === first.location_code);
        const language = languages.find(({ language_code }) => language_code === first.language_code);
        const place = [country?.name, language?.name].filter((name) => name !== undefined).join(', ');
        return (
          <li key={key}>
            <strong>{first.keyword}</strong> <span className={styles.muted}>({place})</span>{' '}
            {t('sample', {
              count: more.length + 1,
              n: format.number(more.length + 1),
              all: format.number(first.matches),
            })}{' '}
            <span data-potential={first.potential_count}>
              {t(`potential_${first.counted_by}`, { n: format.number(first.potential_count) })}
            </span>
            {[...new Set([first, ...more].map(({ source }) => source))].map((source) => (
              <span key={source} className={styles.muted}>
                {' '}
                {t(`from_${source}`)}
              </span>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

/** The word, and what it stands on. */
function Status({ row }: { row: ResultRow }) {
  const { t } = useTranslation('scan');
  const format = useFormat();
  return (
    <Popover width={300} position="bottom-end" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={styles.status}
          data-status={row.status}
          aria-label={t('status_why', { status: t(row.status) })}
        >
          {t(row.status)}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={styles.scores}>
          {t('scores', { relevancy: format.percent(row.relevancy, 0), risk: format.percent(row.risk, 0) })}
        </p>
        <p className={styles.muted}>{t('source_line', { label: t('source'), source: t(`source_${row.source}`) })}</p>
        <ul className={styles.reasons}>
          {row.reasons.map(({ code, category = '', term = '', field = '', list = '' }) => (
            <li key={`${code} ${category} ${term} ${field} ${list}`}>
              {t(`why_${code}`, {
                term,
                list,
                category: category === '' ? '' : t(`risk_${category}`),
                field: field === '' ? '' : t(`field_${field}`),
              })}
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
