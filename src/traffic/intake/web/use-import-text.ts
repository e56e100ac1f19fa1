import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { useNames } from '#traffic/event/web/names.ts';
import {
  type ImportMessageCode,
  type ImportValues,
  importMessage,
  isImportCode,
} from '#traffic/intake/contract/import-messages.ts';
import { TARGETS } from './mapping-state.ts';

interface Told {
  code: ImportMessageCode;
  values: ImportValues;
}

/** What an import tells, in the reader's language. Values that are texts of their own are translated first. */
export function useImportText(): (told: Told) => string {
  const { t } = useTranslation('import');
  const names = useNames();
  const text = ({ code, values }: Told): string => {
    const shown: Record<string, string> = { ...values };
    const inner = values.message === undefined ? null : importMessage(values.message);
    if (inner) shown.message = text(inner);
    if (values.column !== undefined && TARGETS.includes(values.column)) shown.column = names.column(values.column);
    return t(`message_${code}`, shown);
  };
  return text;
}

/** The text of a refusal that a route answered with. */
export function useImportErrorText(): (error: unknown) => string {
  const text = useImportText();
  const errorText = useErrorText();
  return (error) => {
    const told = toldBy(error);
    return told ? text(told) : errorText(error);
  };
}

/** The same failure with its text translated, for those who show failures. */
export function useTranslatedError(): (error: unknown) => unknown {
  const text = useImportText();
  return (error) => {
    const told = toldBy(error);
    return told && error instanceof ApiError ? error.inWords(text(told)) : error;
  };
}

/** What an import refused, where the failure says it by code. */
function toldBy(error: unknown): Told | null {
  if (!(error instanceof ApiError) || !error.told || !isImportCode(error.told.code)) return null;
  const { code, values } = error.told;
  return { code, values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])) };
}
