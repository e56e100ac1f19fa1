import { Button, FileButton, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Kind } from '#domains/hygiene/contract/terms.ts';
import screen from '#platform/web/layout/screen.module.css';
import { WaitNote } from '#platform/web/ui/wait-note.tsx';
import styles from '../hygiene.module.css';
import { Results } from '../scan/results.tsx';
import { useAnswerText } from '../scan/use-scan.ts';
import { type Item, useQueue } from './use-queue.ts';

/** Creatives in a queue, each with how far it is, and what was found. */
export function Processing({ kind, packageName }: { kind: Kind; packageName?: string | undefined }) {
  const { t } = useTranslation('hygiene');
  const { items, add, clear, refused, left } = useQueue(kind, packageName);
  const count = items.length;
  const done = items.filter(({ state }) => state === 'done').length;
  const failed = items.filter(({ state }) => state === 'failed').length;
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t(`adao_lead_${kind}`)}</p>
      </header>
      <div className={screen.tools}>
        <FileButton multiple accept={`${kind}/*`} onChange={(files) => void add(files)}>
          {(props) => (
            <Button {...props} disabled={left > 0}>
              {t('add_files')}
            </Button>
          )}
        </FileButton>
        {done + failed === count && count > 0 && (
          <Button variant="default" onClick={clear}>
            {t('queue_clear')}
          </Button>
        )}
        {count > 0 && (
          <span role="status">
            {failed > 0 ? t('files_failed', { done, count, failed }) : t('files_done', { done, count })}
          </span>
        )}
      </div>
      {left > 0 && <WaitNote error={refused} left={left} />}
      <p className={screen.note}>{t(count === 0 ? 'queue_empty' : 'queue_kept')}</p>
      <ol className={styles.queue} aria-label={t('queue')}>
        {items.map((item) => (
          <QueueItem key={item.id} item={item} kind={kind} />
        ))}
      </ol>
    </div>
  );
}

function QueueItem({ item: { name, state, share, fault, answer, preview }, kind }: { item: Item; kind: Kind }) {
  const { t } = useTranslation('hygiene');
  const answerText = useAnswerText(kind);
  const result = answer && typeof answer.body === 'object' ? answer.body.result : undefined;
  return (
    <li className={styles.section} data-state={state}>
      <div className={screen.tools}>
        <strong className={styles.named}>{name}</strong>
        <span>{t(`state_${state}`)}</span>
      </div>
      {state === 'sending' && <Progress value={share * 100} aria-label={t('state_sending')} />}
      {state === 'failed' && <p role="alert">{fault || (answer ? answerText(answer) : t('went_wrong'))}</p>}
      {result && <Results kind={kind} result={result} preview={preview} />}
    </li>
  );
}
