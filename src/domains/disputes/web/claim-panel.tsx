import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { disputeEndpoints } from '#domains/disputes/contract/dispute-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { download, upload } from '#platform/web/api/files.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Claim } from './claim.tsx';
import { ClaimLink } from './claim-link.tsx';
import type { Deciding, Ways } from './ways.ts';

/** A claim beside the list of claims, to be answered by its publisher and decided by whoever claims. */
export function ClaimPanel({ id, link }: { id: number; link: string | undefined }) {
  const { t } = useTranslation('disputes');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const claim = useQuery(query(disputeEndpoints.one, { params: { id } }));
  if (claim.isError) return <ErrorState error={claim.error} onRetry={() => void claim.refetch()} />;
  const view = claim.data?.data;
  if (!view) return <div className={screen.waiting} aria-busy="true" />;
  const deciding = userMay('money.write') ? decidingOf(id) : undefined;
  return (
    <>
      {deciding && <ClaimLink key={id} view={view} made={link} />}
      {view.incident_id !== null && (
        <p className={screen.note}>
          <Link to={`/incident-dashboard${sticky}${sticky === '' ? '?' : '&'}incident=${view.incident_id}`}>
            {t('incident', { n: view.incident_id })}
          </Link>
        </p>
      )}
      <Claim view={view} zone={pkg.time_zone} ways={waysOf(id)} {...(deciding ? { deciding } : {})} />
    </>
  );
}

const waysOf = (id: number): Ways => ({
  answer: (answers) => call(disputeEndpoints.answer, { params: { id }, body: { answers: [...answers] } }),
  attach: (line, file) =>
    upload(disputeEndpoints.attach, { params: { id, line }, query: { file_name: file.name } }, file),
  file: (file, name) => download(disputeEndpoints.file, { params: { id, file } }, { name }),
  archive: () => download(disputeEndpoints.archive, { params: { id } }),
});

const decidingOf = (id: number): Deciding => ({
  insist: (line, reason) => call(disputeEndpoints.insist, { params: { id, line }, body: { reason } }),
  takeBack: (line, reason) => call(disputeEndpoints.takeBack, { params: { id, line }, body: { reason } }),
});
