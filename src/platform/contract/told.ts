/**
 * Something to tell a person: a code of a closed list and the values in it. The English text is made where it is said
 * (logs, command line, callers of the API), any other language where it is read.
 */
export interface Told {
  code: string;
  values: ToldValues;
}

/** A value may itself be something told: why an expression is refused, inside which condition it stands. */
export type ToldValue = string | number | Told;
export type ToldValues = Readonly<Record<string, ToldValue>>;

const HOLE = /\{\{(\w+)\}\}/g;

/** A text with its `{{holes}}` filled; one without a value stays, so that it is seen. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(HOLE, (hole, name: string) => String(values[name] ?? hole));
