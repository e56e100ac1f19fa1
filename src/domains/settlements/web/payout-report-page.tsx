import { useQuery } from '@tanstack/react-query';
import { payoutEndpoints } from '#domains/settlements/contract/settlement-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { PrintedLine } from '#platform/web/layout/printed-line.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { GeneratedReports } from './generated-reports.tsx';
import { PayoutClaims } from './payout-claims.tsx';
import { PayoutLines } from './payout-lines.tsx';
import { PayoutTotals } from './payout-totals.tsx';

/** What publishers are owed for the days chosen, line by line and together, and the reports that were generated. */
export function PayoutReportPage() {
  const { pkg, range } = useSelection();
  const state = useListState();
  const days = { package_name: pkg.package_name, fromDate: range.from, toDate: range.to };
  const report = useQuery(query(payoutEndpoints.report, { query: { ...days, ...state.asked } }));
  return (
    <div className={screen.page}>
      <PrintedLine />
      <PayoutTotals report={report} />
      <PayoutClaims rows={report.data?.claims ?? []} />
      <PayoutLines report={report} state={state} days={days} />
      <GeneratedReports />
    </div>
  );
}
