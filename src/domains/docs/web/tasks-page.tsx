import { useTranslation } from 'react-i18next';
import { TASKS } from '#domains/docs/contract/tasks.ts';
import { Link } from '#platform/web/layout/link.tsx';
import styles from './docs.module.css';
import { DocsFrame } from './docs-frame.tsx';
import { useDocLink } from './use-here.ts';

export function TasksPage() {
  const { t } = useTranslation(['docs', 'pages', 'guides']);
  const link = useDocLink();
  return (
    <DocsFrame lead={t('docs:tasks_lead')}>
      <ul className={styles.cards}>
        {TASKS.map((task) => (
          <li key={task.id}>
            <Link to={link(task.path)} className={styles.tile}>
              <h2>{t(`pages:${task.title}`)}</h2>
              <p>{t(`guides:${task.id}.lead`)}</p>
            </Link>
          </li>
        ))}
      </ul>
    </DocsFrame>
  );
}
