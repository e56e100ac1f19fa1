import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { DomainRow } from '#domains/infringement/contract/domain-endpoints.ts';

const KINDS = [
  [/^(ETIMEOUT|ETIMEDOUT|TimeoutError|AbortError)$/, 'problem_time'],
  [/^(ECONNREFUSED|ECONNRESET)$/, 'problem_refused'],
  [/^E(SERVFAIL|REFUSED|CANCELLED|BADRESP)$|^EAI_/, 'problem_names'],
  [/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/, 'problem_certificate'],
  [/^OutboundRefused$/, 'problem_guarded'],
] as const;

/** Why a domain could not be looked at, in words; '' where nothing went wrong. */
export function useProblem(): (row: Pick<DomainRow, 'domain' | 'problem'>) => string {
  const { t } = useTranslation('infringement');
  return useCallback(
    ({ domain, problem: code }) => {
      if (code === '') return '';
      if (code === 'ENDING_UNKNOWN') return t('problem_ending', { ending: domain.slice(domain.lastIndexOf('.') + 1) });
      const status = /^HTTP (\d+)$/.exec(code)?.[1];
      if (status) return t('problem_http', { status });
      const kind = KINDS.find(([pattern]) => pattern.test(code));
      return kind ? t(kind[1]) : t('problem_other', { code });
    },
    [t],
  );
}
