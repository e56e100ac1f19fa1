import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { docs } from '#domains/docs/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { REASON_ORDER } from '#traffic/event/contract/reasons.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { Catalogue } from './catalogue.tsx';
import styles from './docs.module.css';
import { DocsFrame } from './docs-frame.tsx';
import { Reasons } from './reasons.tsx';
import { RuleEntry } from './rule-entry.tsx';
import { useHere } from './use-here.ts';

/** Rules from the server that runs them, reasons and their order from the registry both share. */
export function RulesPage() {
  const { t } = useTranslation('docs');
  const names = useNames();
  const rules = useQuery(query(docs.rules, {}));
  const all = rules.data?.data ?? [];
  const here = useHere(rules.isSuccess);
  const limitsHidden = rules.isSuccess && all.every((rule) => rule.confidential === undefined);
  return (
    <DocsFrame lead={t('rules_lead')}>
      {limitsHidden && (
        <p className={styles.note} role="note">
          {t('limits_hidden')}
        </p>
      )}
      <section aria-busy={rules.isPending}>
        <h2 className={styles.heading}>{t('rules_heading')}</h2>
        {rules.isError && <ErrorState error={rules.error} onRetry={() => void rules.refetch()} />}
        {rules.isPending && <div className={styles.waiting} role="status" aria-label={t('rules_heading')} />}
        <div className={styles.stack}>
          {all.map((rule) => (
            <RuleEntry key={rule.id} rule={rule} here={here === rule.id} />
          ))}
        </div>
      </section>
      {rules.isSuccess && !limitsHidden && <Catalogue rules={all} here={here} />}
      <Reasons here={here} />
      <section>
        <h2 className={styles.heading}>{t('order_heading')}</h2>
        <p className={styles.under}>{t('order_note')}</p>
        <ol className={styles.order}>
          {REASON_ORDER.map((code) => (
            <li key={code}>
              {names.reason(code)} <code>{code}</code>
            </li>
          ))}
        </ol>
      </section>
    </DocsFrame>
  );
}
