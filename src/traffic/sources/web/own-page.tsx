import { useTranslation } from 'react-i18next';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import { CalledReasons } from './called-reasons.tsx';
import { ChoosePublisher } from './choose-publisher.tsx';
import styles from './publisher.module.css';

const STEPS = ['own_look', 'own_take', 'own_disagree'] as const;

/** Where somebody begins who is a publisher: what was called of theirs, why, and what they can do about it. */
export function OwnPage() {
  const { t } = useTranslation('publisher');
  const sticky = useStickySearch();
  return (
    <div className={screen.page}>
      <CalledReasons />
      <section className={screen.card} aria-labelledby="own-steps">
        <header className={screen.cardHead}>
          <h3 id="own-steps">{t('own_steps')}</h3>
        </header>
        <ul className={styles.steps}>
          {STEPS.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
          <li>
            <Link to={`/reconcilation/disputes${sticky}`}>{t('own_claims')}</Link>
          </li>
        </ul>
      </section>
      <ChoosePublisher />
    </div>
  );
}
