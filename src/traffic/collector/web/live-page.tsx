import { useTranslation } from 'react-i18next';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { Callbacks } from './callbacks.tsx';
import { DeadLetters } from './dead-letters.tsx';
import styles from './live.module.css';
import { LiveNow } from './live-now.tsx';
import { SenderFaults } from './sender-faults.tsx';
import { Snippets } from './snippets.tsx';
import { Sources } from './sources.tsx';
import { TestEvent } from './test-event.tsx';
import { WriteKeys } from './write-keys.tsx';

/** Traffic as it happens: what comes, who may send it, how, and what could not be stored. */
export function LivePage() {
  const { t } = useTranslation('live');
  const { pkg } = useSelection();
  // Another package is another sender: nothing half done may cross over.
  return (
    <div className={styles.page} key={pkg.package_name}>
      <p className={styles.lead}>{t('lead', { package: pkg.package_title })}</p>
      <LiveNow />
      <Sources />
      <WriteKeys />
      <div className={styles.halves}>
        <Snippets />
        {userMay('import.write') && <TestEvent />}
      </div>
      <SenderFaults />
      <Callbacks />
      <DeadLetters />
    </div>
  );
}
