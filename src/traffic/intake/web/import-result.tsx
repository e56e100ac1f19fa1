import { Anchor, Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { type ImportView, imports } from '#traffic/intake/contract/import-endpoints.ts';
import { BlindDetectors } from './blind-detectors.tsx';
import styles from './import.module.css';
import { changedNothing, isSweeping, leftOut, rangeOfImport } from './import-numbers.ts';
import { ImportOutcome } from './import-outcome.tsx';
import { RejectReasons } from './reject-reasons.tsx';
import { LeftOut } from './request-choice.tsx';
import { ToBoards } from './to-boards.tsx';
import { useImportText } from './use-import-text.ts';
import { VerdictFiles } from './verdict-files.tsx';

/** How an import ended: what was taken, what was not and why, and where to look at it. */
export function ImportResult({ job, onAnother }: { job: ImportView; onAnother: () => void }) {
  const { t } = useTranslation('import');
  const format = useFormat();
  const { pkg } = useSelection();
  const importText = useImportText();
  const sweeping = isSweeping(job);
  const done = job.state === 'done' || sweeping;
  const range = rangeOfImport(job, pkg.time_zone);
  const search = new URLSearchParams({ package: job.package_name, ...range }).toString();
  return (
    <>
      <section className={styles.box} data-state={job.state} aria-label={job.file_name}>
        <header className={styles.boxHead}>
          <h2>{job.file_name}</h2>
          <span role="status">{t(`state_${job.state}`)}</span>
        </header>
        {job.error && (
          <p className={styles.fault} role="alert">
            {job.error_told ? importText(job.error_told) : job.error}
          </p>
        )}
        {sweeping && <p className={styles.notice}>{t('sweeping_hint', { share: format.percent(job.progress, 0) })}</p>}
        {changedNothing(job) && <p className={styles.notice}>{t('changed_nothing')}</p>}
        {done && <ImportOutcome job={job} search={search} />}
        {(done || job.records > 0) && (
          <dl className={styles.result}>
            <Figure name={t('accepted')} value={job.accepted} tone="clean" />
            <Figure name={t('rejected')} value={job.rejected} tone={job.rejected > 0 ? 'fraud' : undefined}>
              {job.rejected > 0 && <Rejects id={job.id} />}
            </Figure>
            {job.left_out.length > 0 && <Figure name={t('left_out')} value={leftOut(job)} about={t('left_out_hint')} />}
            <Figure name={t('duplicates')} value={job.duplicates} about={t('duplicates_hint')} />
            <Figure
              name={t('records_all')}
              value={job.records}
              about={t(job.left_out.length > 0 ? 'records_hint_left' : 'records_hint')}
            />
            {job.replaced > 0 && <Figure name={t('replaced')} value={job.replaced} about={t('replaced_hint')} />}
          </dl>
        )}
        <LeftOut leftOut={job.left_out} />
        {job.rejected > 0 && <RejectReasons id={job.id} />}
        {done && <VerdictFiles id={job.id} />}
        {range && (
          <p className={styles.hint}>
            {t('covers', { from: format.day(range.from), to: format.day(range.to), zone: pkg.time_zone })}
          </p>
        )}
        <div className={styles.previewActions}>
          {done && range && (
            <>
              <ToBoards job={job} label={t('to_boards')} />
              <Button component={Link} variant="default" to={`/traffic/events?${search}`}>
                {t('to_events')}
              </Button>
            </>
          )}
          <Button variant={done ? 'subtle' : 'default'} onClick={onAnother}>
            {t('another')}
          </Button>
        </div>
      </section>
      {done && <BlindDetectors blind={job.blind} />}
    </>
  );
}

interface FigureProps {
  name: string;
  value: number;
  about?: string;
  tone?: 'clean' | 'fraud' | undefined;
  children?: ReactNode;
}

function Figure({ name, value, about, tone, children }: FigureProps) {
  const format = useFormat();
  return (
    <div data-tone={tone}>
      <dt>{name}</dt>
      <dd className="numbers">{format.number(value)}</dd>
      {about && <small>{about}</small>}
      {children}
    </div>
  );
}

/** Record, line, column and reason of everything that was refused, as a file for the person who made the data. */
function Rejects({ id }: { id: number }) {
  const { t } = useTranslation('import');
  const { save } = useDownloads();
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      onClick={() => save(() => download(imports.rejects, { params: { id } }))}
      className={styles.rejects ?? ''}
    >
      <IconDownload size={14} aria-hidden /> {t('rejects')}
    </Anchor>
  );
}
