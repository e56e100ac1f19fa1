import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { requirementEndpoints } from '#domains/brand-relevancy/contract/requirement-endpoints.ts';
import { query } from '#platform/web/api/call.ts';

/** The requirement whose reference the address has; '' for none. Read anew, or an old answer would be edited. */
export function useNamedRequirement() {
  const [params] = useSearchParams();
  const reference = params.get('reference') ?? '';
  const one = useQuery({
    ...query(requirementEndpoints.one, { params: { reference } }),
    staleTime: 0,
    enabled: reference !== '',
  });
  return { reference, one };
}
