import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { type AskChange, withAsk } from './ask.ts';
import styles from './explore.module.css';
import { seesFacts } from './use-ask.ts';

interface Example {
  id: string;
  ask: AskChange;
  /** Only of these packages. */
  platform?: 'web' | 'app';
  /** Not for publishers. */
  facts?: true;
}

/** Questions that boards do not ask, to begin with. */
const EXAMPLES: readonly Example[] = [
  { id: 'hours', ask: { by: 'weekday,hour', measures: 'fraud_percentage,total', view: 'pivot' } },
  { id: 'sites', ask: { by: 'publisher,sub_publisher,reason', measures: 'total,fraud,cost_at_risk' } },
  {
    id: 'delays',
    ask: { by: 'publisher,ctit_seconds', measures: 'total,fraud', view: 'pivot' },
    platform: 'app',
    facts: true,
  },
  { id: 'cohorts', ask: { by: 'install_week,days_after_install', measures: 'people', view: 'pivot' }, platform: 'app' },
  { id: 'networks', ask: { by: 'as_name,ip_class', measures: 'total,fraud,people' } },
  { id: 'browsers', ask: { by: 'browser,device_type', measures: 'total,suspect,fraud' }, platform: 'web' },
  { id: 'change', ask: { by: 'publisher', measures: 'total,fraud,fraud_percentage', compare: 'previous' } },
];

/** Where to begin: each of them is an address, and can be changed from there. */
export function Examples() {
  const { t } = useTranslation('explore');
  const [params] = useSearchParams();
  const { pkg } = useSelection();
  const shown = EXAMPLES.filter(
    ({ platform = pkg.platform, facts }) => platform === pkg.platform && (!facts || seesFacts()),
  );
  return (
    <section aria-label={t('examples')}>
      <p className={screen.note}>{t('examples')}</p>
      <ul className={styles.examples}>
        {shown.map(({ id, ask }) => (
          <li key={id}>
            <Link className={styles.example ?? ''} to={`?${withAsk(params, ask)}`}>
              {t(`example_${id}`)}
              <small>{t(`example_${id}_about`)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
