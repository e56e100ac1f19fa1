import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { entryEndpoints } from '#domains/brand-relevancy/contract/entry-endpoints.ts';
import {
  DISPLAY_TYPES,
  ENTRY_TYPES,
  type EntryType,
  VIDEO_TYPES,
} from '#domains/brand-relevancy/contract/entry-terms.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Figure } from '#platform/web/ui/figure.tsx';
import { usePlaces } from '../use-places.ts';
import styles from './entries.module.css';

/** How many trackers there are of each kind, and the way to them. */
export function TrackersPage() {
  const { t } = useTranslation('requirements');
  const places = usePlaces();
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t('overview_lead')}</p>
        <div className={screen.tools}>
          {userMay('tracking.write') && <AddButton to={places.newTracker}>{t('add_tracker')}</AddButton>}
        </div>
      </header>
      <div className={styles.cards}>
        <Family name="video" types={[...VIDEO_TYPES]} />
        <Family name="display" types={[...DISPLAY_TYPES]} />
      </div>
    </div>
  );
}

function Family({ name, types }: { name: 'video' | 'display'; types: [EntryType, ...EntryType[]] }) {
  const { t } = useTranslation('requirements');
  const { pkg } = useSelection();
  const format = useFormat();
  const places = usePlaces();
  const asked = { package_name: pkg.package_name, type: types, limit: 1 };
  const list = useQuery(query(entryEndpoints.list, { query: asked }));
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Figure
      label={t(`family_${name}`)}
      value={format.number(list.data?.total)}
      loading={list.isPending}
      href={places.trackersOf(types[0])}
      detail={types.map((type) => t(`type_${type}`)).join(', ')}
    />
  );
}

/** Which kind of tracker to add. */
export function NewTrackerPage() {
  const { t } = useTranslation('requirements');
  const places = usePlaces();
  if (!userMay('tracking.write')) return <EmptyState why={t('may_not_add')} />;
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t('new_lead')}</p>
      </header>
      <ul className={styles.choices}>
        {ENTRY_TYPES.map((type) => (
          <li key={type} className={screen.card}>
            <Link className={styles.choice} to={places.addTracker(type)}>
              <strong>{t(`type_${type}`)}</strong>
              <span className={screen.note}>{t(`type_${type}_about`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
