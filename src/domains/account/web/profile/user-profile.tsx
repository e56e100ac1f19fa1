import { useSuspenseQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account } from '#domains/account/contract/endpoints.ts';
import { ownAccount } from '#domains/account/contract/own-account.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { AccessRequests } from './access-requests.tsx';
import { PersonForm } from './person-form.tsx';
import styles from './profile.module.css';
import { SessionList } from './session-list.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

/** The person as the server knows them, not as the browser remembers. */
export function UserProfile() {
  const { t, i18n } = useTranslation('profile');
  const format = useFormat();
  const [me, own, profile] = useSuspenseQueries({
    queries: [query(account.me, {}), query(account.packages, {}), query(ownAccount.profile, {})],
  });
  const user = me.data.data;
  const facts = [
    ['name', profile.data.data.name],
    ['email', user.email],
    ['role', user.role],
    ['packages', format.list(own.data.data.map((p) => p.package_title))],
    ['publishers', format.list(user.publisher.map((p) => p.publisher_name))],
    ['vendors', format.list(user.vendor)],
  ] as const;
  return (
    <div className={styles.page}>
      <AccessRequests />
      <section className={styles.card} aria-label={t('account')}>
        <dl className={styles.facts}>
          {facts
            .filter(([, value]) => value !== '')
            .map(([key, value]) => (
              <div key={key}>
                <dt>{t(key)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        <div className={styles.row}>
          <Link to="/changepassword">{t('change_password')}</Link>
        </div>
      </section>
      <PersonForm key={i18n.language} profile={profile.data.data} />
      <TwoFactorCard profile={profile.data.data} />
      <SessionList />
    </div>
  );
}
