/**
 * What a person is told: a code of a closed list and the values in it. The English text is made where it is said
 * (logs, command line, callers of the API), any other language where it is read.
 */
export interface Message {
  code: string;
  values: MessageValues;
}

/** A value may itself be a message: why an expression is refused, inside which condition it stands. */
export type MessageValue = string | number | Message;
export type MessageValues = Readonly<Record<string, MessageValue>>;

const HOLE = /\{\{(\w+)\}\}/g;

/** A text with its `{{holes}}` filled; one without a value stays, so that it is seen. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(HOLE, (hole, name: string) => String(values[name] ?? hole));

type Texts<Code extends string> = Readonly<Record<Code, string>>;

/** Everything a slice refuses, by code, with its English. */
export interface Refusals<Code extends string> {
  texts: Texts<Code>;
  /** The English text. */
  text: (code: Code, values?: MessageValues) => string;
}

/**
 * The closed list of a slice, once, in its `contract/refusals.ts`: English with `{{value}}` here, all six languages
 * under the same codes in the slice's `web/i18n/refusals.<locale>.json`.
 */
export function refusals<Code extends string>(texts: Texts<Code>): Refusals<Code> {
  const all: Texts<string> = texts;
  const english = ({ code, values }: Message): string =>
    filled(all[code] ?? code, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)])));
  const plain = (value: MessageValue): string | number => (typeof value === 'object' ? english(value) : value);
  return { texts, text: (code, values = {}) => english({ code, values }) };
}

/** The codes of a list. */
export type CodeOf<List> = List extends Refusals<infer Code> ? Code : never;
