import { useQuery } from '@tanstack/react-query';
import { publisherPaymentEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

const MOST = 500;

/** Publishers and campaigns that payments are agreed for; others may be typed. */
export function useKnownNames(): { publishers: string[]; campaigns: string[] } {
  const { pkg } = useSelection();
  const asked = { package_name: pkg.package_name, limit: MOST };
  const rows = useQuery(query(publisherPaymentEndpoints.list, { query: asked })).data?.data ?? [];
  const namesOf = (names: readonly string[]) => [...new Set(names)].filter((name) => name !== '').sort();
  return {
    publishers: namesOf(rows.map(({ publisher }) => publisher)),
    campaigns: namesOf(rows.map(({ campaign }) => campaign)),
  };
}
