import { Button, CloseButton, Progress } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Batch } from '#traffic/explorer/contract/decision-endpoints.ts';
import styles from './events.module.css';
import { isOnItsWay, useBatches, useUndoBatch } from './use-batches.ts';

/** All there were lately, with who and why. */
export function BatchList({ packageName }: { packageName: string }) {
  const { t } = useTranslation('events');
  const format = useFormat();
  const { pkg } = useSelection();
  const batches = useBatches(packageName);
  if (batches.length === 0) return <p className={styles.hint}>{t('batch_none')}</p>;
  return (
    <ul className={styles.batches}>
      {batches.map((batch) => (
        <li key={batch.id}>
          <BatchLine batch={batch} packageName={packageName} />
          <small className={styles.muted}>
            {batch.reason} · {batch.author}, <time dateTime={batch.at}>{format.dateTime(batch.at, pkg.time_zone)}</time>
          </small>
        </li>
      ))}
    </ul>
  );
}

/** Those on their way, and those that have ended while somebody looked on. */
export function BatchStrip({ packageName }: { packageName: string }) {
  const { t } = useTranslation('events');
  const batches = useBatches(packageName);
  const [watched, setWatched] = useState<ReadonlySet<number>>(new Set());
  const fresh = batches.filter((batch) => isOnItsWay(batch) && !watched.has(batch.id));
  if (fresh.length > 0) setWatched(new Set([...watched, ...fresh.map(({ id }) => id)]));
  const shown = batches.filter(({ id }) => watched.has(id));
  if (shown.length === 0) return null;
  const leave = (gone: number): void => setWatched(new Set([...watched].filter((id) => id !== gone)));
  return (
    <div className={styles.strips} role="status">
      {shown.map((batch) => (
        <div key={batch.id} className={styles.strip}>
          <BatchLine batch={batch} packageName={packageName} />
          {!isOnItsWay(batch) && <CloseButton size="sm" aria-label={t('close')} onClick={() => leave(batch.id)} />}
        </div>
      ))}
    </div>
  );
}

function BatchLine({ batch, packageName }: { batch: Batch; packageName: string }) {
  const { t } = useTranslation('events');
  const format = useFormat();
  const undo = useUndoBatch(packageName);
  const { id, decision, state, events, share } = batch;
  const words = { count: events, n: format.number(events), share: format.percent(share) };
  return (
    <span className={styles.batch}>
      <span>
        {state === 'marking' || state === 'done' ? t(`batch_${state}_${decision}`, words) : t(`batch_${state}`, words)}
      </span>
      {isOnItsWay(batch) && (
        <Progress value={share * 100} aria-label={format.percent(share)} className={styles.batchBar ?? ''} />
      )}
      {batch.undoable && (
        <Button size="compact-sm" variant="subtle" loading={undo.isPending} onClick={() => undo.mutate(id)}>
          {t('undo')}
        </Button>
      )}
    </span>
  );
}
