import { useTranslation } from 'react-i18next';
import { taskDocId } from '#domains/docs/contract/pages.ts';
import { stepsOf, TASKS, type Task } from '#domains/docs/contract/tasks.ts';
import { Link } from '#platform/web/layout/link.tsx';
import type { PageProps } from '#platform/web/layout/page-component.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import styles from './docs.module.css';
import { DocsFrame } from './docs-frame.tsx';
import { useDocLink } from './use-here.ts';

export function TaskPage({ page }: PageProps) {
  const task = TASKS.find((one) => taskDocId(one) === page.id);
  return task ? <Guide task={task} /> : null;
}

function Guide({ task }: { task: Task }) {
  const { t } = useTranslation(['docs', 'guides']);
  const link = useDocLink();
  return (
    <DocsFrame lead={t(`guides:${task.id}.lead`)}>
      <ol className={styles.steps}>
        {stepsOf(task).map((key, index) => (
          <li key={key}>
            <p>{t(`guides:${key}`)}</p>
            <Commands text={task.commands?.[index + 1]} />
          </li>
        ))}
      </ol>
      {task.screen && (
        <p>
          <Link to={link(task.screen)}>{t('docs:open_screen')}</Link>
        </p>
      )}
    </DocsFrame>
  );
}

function Commands({ text }: { text: string | undefined }) {
  const { t } = useTranslation('docs');
  if (text === undefined) return null;
  return (
    <div className={styles.commands}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach them */}
      <pre tabIndex={0}>{text}</pre>
      <CopyButton value={text} label={t('copy')} />
    </div>
  );
}
