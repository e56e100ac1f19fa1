import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setup } from '#domains/setup/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import styles from './setup.module.css';

/** On the sign-in page of an installation without an administrator: nobody can sign in yet, and where the link is. */
export function SetupHint() {
  const { t } = useTranslation('setup');
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    const asking = new AbortController();
    call(setup.state, {}, { signal: asking.signal })
      .then((state) => setNeeded(state.needed))
      // Without an answer the form is shown as usual; signing in tells what is wrong.
      .catch(() => undefined);
    return () => asking.abort();
  }, []);
  return (
    needed && (
      <p className={styles.hint} role="status">
        {t('hint')}
      </p>
    )
  );
}
