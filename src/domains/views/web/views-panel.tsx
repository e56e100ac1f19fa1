import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { viewEndpoints } from '#domains/views/contract/view-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { SaveView } from './save-view.tsx';
import { ViewRow } from './view-row.tsx';
import styles from './views.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
  /** What a page is called, by its address. */
  titleOf: (path: string) => string;
}

/** Views somebody has saved of the package: saved here, opened, renamed, shared, deleted. */
export function ViewsPanel({ opened, onClose, titleOf }: Props) {
  const { t } = useTranslation('views');
  const { pkg } = useSelection();
  const views = useQuery(query(viewEndpoints.list, { query: { package_name: pkg.package_name } }));
  return (
    <SidePanel opened={opened} title={t('views')} onClose={onClose}>
      <SaveView />
      <h3 className={styles.head}>{t('manage_title')}</h3>
      {views.isError && <ErrorState error={views.error} onRetry={() => void views.refetch()} />}
      {views.data?.data.length === 0 && <p className={styles.hint}>{t('none')}</p>}
      <ul className={styles.views} aria-busy={views.isPending}>
        {views.data?.data.map((view) => (
          <ViewRow key={view.id} view={view} title={titleOf(view.path)} onOpen={onClose} />
        ))}
      </ul>
    </SidePanel>
  );
}
