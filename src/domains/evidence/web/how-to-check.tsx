import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { evidenceEndpoints } from '#domains/evidence/contract/evidence-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import styles from './evidence.module.css';

/** The key the files are signed with, and the commands that hold one against it. */
export function HowToCheck() {
  const { t } = useTranslation('evidence');
  const key = useQuery(query(evidenceEndpoints.key, {}));
  if (key.isError) return <ErrorState error={key.error} onRetry={() => void key.refetch()} />;
  const fingerprint = key.data?.data.fingerprint ?? '';
  return (
    <section className={`${screen.card} ${styles.check}`} aria-labelledby="how-to-check" aria-busy={key.isPending}>
      <h2 id="how-to-check">{t('check')}</h2>
      <p>{t('check_lead')}</p>
      <dl>
        <Copied label={t('fingerprint')} text={fingerprint} />
        <Copied label={t('check_alone')} text={`node verify.mjs FILE.zip --key ${fingerprint}`} />
        <Copied label={t('check_here')} text={`adsieve verify FILE.zip --key ${fingerprint}`} />
      </dl>
    </section>
  );
}

function Copied({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('evidence');
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{text}</code>
        <CopyButton value={text} label={t('copy', { what: label })} />
      </dd>
    </div>
  );
}
