import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useNames } from '#traffic/event/web/names.ts';
import type { ImportPreview } from '#traffic/intake/contract/import-endpoints.ts';
import { type ImportMessage, importMessage } from '#traffic/intake/contract/import-messages.ts';
import { TARGETS } from './mapping-state.ts';

/** What an import tells, in the reader's language. Values that are texts of their own are translated first. */
export function useImportText(): (message: ImportMessage) => string {
  const { t } = useTranslation('refusals');
  const names = useNames();
  const text = ({ code, values }: ImportMessage): string => {
    const shown: Record<string, string> = { ...values };
    const inner = values.message === undefined ? null : importMessage(values.message);
    if (inner) shown.message = text(inner);
    if (values.column !== undefined && TARGETS.includes(values.column)) shown.column = names.column(values.column);
    return t(code, shown);
  };
  return text;
}

/** Why nothing of a file could be imported, and the next step, in one breath. */
export function useProblemText(): (problem: NonNullable<ImportPreview['problem']>) => string {
  const { t } = useTranslation('import');
  const format = useFormat();
  const names = useNames();
  const importText = useImportText();
  return ({ step, field, told, records }) => {
    const next = t(`step_${step}`);
    if (step === 'no_time') return next;
    const why = step === 'requests' || field === '' ? importText(told) : names.column(field);
    const reason = field === '' ? why : t('problem_at', { column: why, reason: importText(told) });
    if (step === 'requests') return `${reason} ${next}`;
    return `${t('problem', { n: format.number(records), reason: sentence(reason) })} ${next}`;
  };
}

/** Reasons are written to follow a colon. */
const sentence = (text: string): string => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?。？！]$/.test(begun) ? begun : `${begun}.`;
};
