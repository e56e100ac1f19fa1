import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { isNotHttps } from '#platform/contract/plain-issue.ts';

/** Begins what stands for a text of ours; the rest says which, and with which number. */
const OURS = 'fault:';
export const MISSING = `${OURS}missing`;

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const isMissing = ({ input }: Issue): boolean =>
  input === undefined || input === null || (typeof input === 'string' && input.trim() === '');

/** How a message is looked up that is its own key: whole, although addresses in it have colons. */
export const asKey = (message: string) => ({ defaultValue: message, nsSeparator: false }) as const;

/** A fault the schema has no words for, where the validator would use its own, which nobody can read. */
export function plainFault(issue: Issue): string {
  if (isMissing(issue)) return MISSING;
  const counted = issue.code === 'too_small' || issue.code === 'too_big' ? issue.origin : undefined;
  if (issue.code === 'too_small') return `${OURS}${counted === 'string' ? 'short' : 'least'}:${Number(issue.minimum)}`;
  if (issue.code === 'too_big') return `${OURS}${counted === 'string' ? 'long' : 'most'}:${Number(issue.maximum)}`;
  return `${OURS}${isNotHttps(issue) ? 'https' : 'unfit'}`;
}

/** The words of `plainFault` with the name of the field; undefined for a message that has words of its own. */
export function useFaultText(): (message: string, field?: string) => string | undefined {
  const { t } = useTranslation('errors');
  return (message, field = '') => {
    if (!message.startsWith(OURS)) return undefined;
    const [which = '', number] = message.slice(OURS.length).split(':');
    if (which === 'missing' && field !== '') return t('fault_missing_field', { field });
    return t(`fault_${which}`, { number: Number(number) });
  };
}
