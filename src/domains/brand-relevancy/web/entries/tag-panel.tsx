import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EntryTag, EntryView } from '#domains/brand-relevancy/contract/entry.ts';
import { type EntryHit, entryEndpoints } from '#domains/brand-relevancy/contract/entry-endpoints.ts';
import { TAG_LABELS } from '#domains/brand-relevancy/contract/entry-terms.ts';
import { withSamples } from '#domains/brand-relevancy/contract/macros.ts';
import { query } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import styles from './entries.module.css';

/** What was hit is an event within seconds; it is looked for so often, and so many times. */
const AGAIN_MS = 2_000;

/** The tags to hand out, a try of each, and what they recorded. */
export function TagPanel({ entry }: { entry: EntryView }) {
  const { t } = useTranslation('requirements');
  const client = useQueryClient();
  const hits = useQuery({ ...query(entryEndpoints.hits, { params: { id: entry.id } }), refetchInterval: AGAIN_MS });
  const fire = useMutation({
    mutationFn: (tag: EntryTag) => fired(tag),
    onSuccess: () => void client.invalidateQueries(),
  });
  return (
    <div className={screen.form}>
      {entry.warnings.map((warning) => (
        <p key={warning} className={screen.note} role="note">
          {t(`warning_${warning}`)}
        </p>
      ))}
      <p className={screen.note}>{t('test_about')}</p>
      <ul className={styles.tags} aria-label={t('tags')}>
        {entry.tags.map((tag) => (
          <li key={tag.label}>
            <div className={styles.head}>
              <strong>{t(`label_${tag.label}`)}</strong>
              <span className={screen.tools}>
                <CopyButton value={tag.code} label={t('copy_label', { label: t(`label_${tag.label}`) })} />
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={fire.isPending && fire.variables === tag}
                  aria-label={t('test_of', { label: t(`label_${tag.label}`) })}
                  onClick={() => fire.mutate(tag)}
                >
                  {t('test')}
                </Button>
              </span>
            </div>
            <code className={styles.code}>{tag.code}</code>
          </li>
        ))}
      </ul>
      {fire.isSuccess && <p role="status">{t('test_sent')}</p>}
      {fire.isError && (
        <p className={screen.fault} role="alert">
          {t('test_failed')}
        </p>
      )}
      <Hits list={hits} measured={entry.type === 'mfdisplay'} />
    </div>
  );
}

/**
 * As the page of an ad would call it, with samples in the place of macros; tags of ours are reached where this page is.
 * What a click or a tag of VAST answers is no picture: it was called all the same.
 */
async function fired({ label, url }: EntryTag): Promise<void> {
  const { pathname, search } = new URL(withSamples(url, crypto.randomUUID()));
  const address = `${pathname}${search}`;
  if (label !== 'frame') return loaded(new Image(), address, label === 'click' || label === 'vast');
  const script = document.createElement('script');
  document.body.append(script);
  await loaded(script, address, false);
  script.remove();
}

const loaded = (element: HTMLImageElement | HTMLScriptElement, address: string, anyAnswer: boolean): Promise<void> =>
  new Promise((done, failed) => {
    element.onload = () => done();
    element.onerror = () => (anyAnswer ? done() : failed(new Error(address)));
    element.src = address;
  });

interface HitsProps {
  list: Parameters<typeof pageOfList<EntryHit>>[0];
  /** Whether anything of it says that an ad was seen. */
  measured: boolean;
}

function Hits({ list, measured }: HitsProps) {
  const { t } = useTranslation('requirements');
  const { pkg } = useSelection();
  const names = useNames();
  // A step of an ad is called as its tag is; what a VAST tag recorded beside, as lists of events call it.
  const eventWord = (event: string): string =>
    TAG_LABELS.some((label) => label === event) ? t(`label_${event}`) : names.kind(event);
  const cover: Column<EntryHit> = {
    id: 'cover',
    header: t('hit_cover'),
    definition: t('hit_cover_about'),
    kind: 'text',
    width: 150,
    value: ({ event, cover }) =>
      cover === '' ? (event === 'viewable' ? t('cover_not_told') : '') : t(`cover_${cover}`),
  };
  const columns: Column<EntryHit>[] = [
    { id: 'at', header: t('hit_at'), kind: 'datetime', width: 206, timeZone: pkg.time_zone },
    { id: 'event', header: t('hit_event'), kind: 'text', width: 150, value: ({ event }) => eventWord(event) },
    { id: 'verdict', header: t('verdict'), kind: 'verdict' },
    { id: 'creative', header: t('entry_creative'), kind: 'text', width: 130 },
    { id: 'publisher', header: t('hit_publisher'), kind: 'text', width: 120 },
    { id: 'sub_publisher', header: t('hit_sub_publisher'), kind: 'text', width: 130 },
    { id: 'domain', header: t('hit_domain'), kind: 'text', width: 140 },
    { id: 'page', header: t('hit_page'), kind: 'text', width: 180 },
    {
      id: 'reason',
      header: t('hit_reason'),
      kind: 'text',
      width: 170,
      value: ({ reason }) => (reason === '' ? '' : names.reason(reason)),
    },
    {
      id: 'country',
      header: t('hit_country'),
      kind: 'text',
      width: 120,
      value: ({ country }) => (country === '' ? '' : names.value('country', country)),
    },
    ...(measured ? [cover] : []),
  ];
  return (
    <DataTable
      id="dv-hits"
      caption={t('recorded_hits')}
      columns={columns.map((column) => ({ ...column, sortable: false }))}
      {...pageOfList(list)}
      rowKey={({ at, event, page }) => `${at} ${event} ${page}`}
      maxHeight={320}
      empty={{ why: t('no_hits') }}
    />
  );
}
