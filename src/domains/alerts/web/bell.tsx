import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bellEndpoints } from '#domains/alerts/contract/unread.ts';
import { query } from '#platform/web/api/call.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import styles from './bell.module.css';

const AGAIN_MS = 60_000;
/** More are many. */
const MOST = 99;

/** Nothing for those who have no alerts. */
export function Bell() {
  const { pkg } = useSelection();
  const has = userMay('rules.read') && (!pkg.pages || pkg.pages.includes('alert-inbox'));
  return has && <Unread />;
}

/** How many raised alerts of the package nobody here has read yet, and the way to them. */
function Unread() {
  const { t } = useTranslation('bell');
  const { pkg } = useSelection();
  const asked = useQuery({
    ...query(bellEndpoints.unread, { query: { package_name: pkg.package_name } }),
    refetchInterval: AGAIN_MS,
    retry: false,
  });
  const unread = asked.data?.data.unread ?? 0;
  return (
    <Link
      className={styles.bell}
      to={`/alerts/inbox?${new URLSearchParams({ package: pkg.package_name })}`}
      aria-label={unread > 0 ? t('unread', { count: unread }) : t('bell')}
    >
      <IconBell size={18} aria-hidden />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > MOST ? `${MOST}+` : unread}
        </span>
      )}
    </Link>
  );
}
