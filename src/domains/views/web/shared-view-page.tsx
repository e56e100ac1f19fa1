import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { viewEndpoints } from '#domains/views/contract/view-endpoints.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { query } from '#platform/web/api/call.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { viewHref } from './view-href.ts';

/** Asking again would not find it. */
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.field === 'key');

/** Leads on to what a link shares: the page asks with the rights of whoever opened it. */
export function SharedViewPage() {
  const { t } = useTranslation(['views', 'refusals']);
  const { key = '' } = useParams();
  const { packages } = useSelection();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const shared = useQuery({ ...query(viewEndpoints.shared, { params: { key } }), retry: false });
  const view = shared.data?.data;
  const pkg = view && packages.find(({ package_name }) => package_name === view.package_name);
  useEffect(() => {
    if (!view || !pkg) return;
    notify('info', t('views:opened', { name: view.name, author: view.author }));
    void navigate(viewHref(view, pkg), { replace: true });
  }, [view, pkg, navigate, t]);
  if (shared.isError && !isGone(shared.error))
    return <ErrorState error={shared.error} onRetry={() => void shared.refetch()} />;
  if (shared.isError || (view && !pkg))
    return (
      <EmptyState
        why={
          shared.error instanceof ApiError && shared.error.status === 404
            ? errorText(shared.error)
            : t('refusals:view_not_shared')
        }
        action={
          <Button component={Link} to="/" variant="default" size="compact-md">
            {t('views:start')}
          </Button>
        }
      />
    );
  return <p role="status">{t('views:opening')}</p>;
}
