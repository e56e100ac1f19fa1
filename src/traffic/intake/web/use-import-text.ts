import { useTranslation } from 'react-i18next';
import { useNames } from '#traffic/event/web/names.ts';
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
