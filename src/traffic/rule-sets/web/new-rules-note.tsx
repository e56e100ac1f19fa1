import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { ruleEndpoints } from '#traffic/rule-sets/contract/rule-endpoints.ts';

/** How many rules a package, or each of the reader's packages, does not have yet, with the way to them. */
export function NewRulesNote({ packageName }: { packageName?: string }) {
  const { t } = useTranslation('new-rules');
  const asked = packageName === undefined ? {} : { package_name: packageName };
  const news = useQuery({ ...query(ruleEndpoints.news, { query: asked }), enabled: userMay('rules.read') });
  return (news.data?.data ?? []).map(({ package_name, package_title, rules }) => (
    <p key={package_name} role="note">
      {t('note', { count: rules, package: package_title })}{' '}
      <Link to={`/rules?${new URLSearchParams({ package: package_name })}`}>{t('look')}</Link>
    </p>
  ));
}
