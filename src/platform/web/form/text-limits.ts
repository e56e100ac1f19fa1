/** A text of a contract: a form takes its limits from there, never typed again. */
interface Text {
  minLength: number | null;
  maxLength: number | null;
}

export const longest = ({ maxLength }: Text): number | undefined => maxLength ?? undefined;

export const isTooShort = ({ minLength }: Text, text: string): boolean => text.trim().length < (minLength ?? 0);
