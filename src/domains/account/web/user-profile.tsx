import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account } from '#domains/account/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import styles from './user-profile.module.css';

/** The person as the server knows them, not as the browser remembers. */
export function UserProfile() {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const { data: user } = useSuspenseQuery(query(account.me, {})).data;
  const { data: packages } = useSuspenseQuery(query(account.packages, {})).data;
  const facts = [
    ['name', user.name],
    ['email', user.email],
    ['role', user.role],
    ['packages', format.list(packages.map((p) => p.package_title))],
    ['publishers', format.list(user.publisher.map((p) => p.publisher_name))],
    ['vendors', format.list(user.vendor)],
  ] as const;
  return (
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
  );
}
