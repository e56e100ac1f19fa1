import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message, MessageValue, MessageValues } from '#platform/contract/message.ts';
import { useFormat } from '../i18n/format.ts';

/**
 * What a value of a message is called: a rule by its name, a limit with its unit. Undefined for what is shown as it is.
 */
export type NameOfValue = (name: string, value: string | number, values: MessageValues) => string | undefined;

/** Screens whose refusals name rules, limits and fields say here what those are called. */
export const NamesOfValues = createContext<NameOfValue>(() => undefined);

/** Numbers that name something are no amounts. */
const NUMBERS_AS_NAMES: ReadonlySet<string> = new Set(['version', 'status']);

/** A message in the reader's language; undefined where no slice has words for its code. */
export function useMessageText(): (message: Message) => string | undefined {
  const { i18n } = useTranslation('errors');
  const format = useFormat();
  const nameOf = useContext(NamesOfValues);
  const word = (name: string, value: MessageValue, values: MessageValues): string => {
    if (typeof value === 'object') return text(value) ?? value.code;
    const named = nameOf(name, value, values);
    if (named !== undefined) return named;
    return typeof value === 'string' || NUMBERS_AS_NAMES.has(name) ? String(value) : format.number(value);
  };
  const text = ({ code, values }: Message): string | undefined => {
    if (!i18n.exists(code, { ns: 'refusals' })) return undefined;
    const shown = Object.entries(values).map(([name, value]): [string, string] => [name, word(name, value, values)]);
    return i18n.t(code, { ns: 'refusals', ...Object.fromEntries(shown) });
  };
  return text;
}
