import { ANSWER_CHARACTERS, wellFormed } from '#domains/verdict-deliveries/contract/destination.ts';
import { visibleText } from '#platform/contract/visible-text.ts';

const CONTROL = /\p{Cc}/gu;
const isBreak = (letter: string): boolean => letter === '\n' || letter === '\t';
const code = (letter: string): string => (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

/** The beginning of what somebody answered, with what cannot be seen as its number. */
export const answerText = (text: string): string =>
  visibleText(wellFormed(text.slice(0, ANSWER_CHARACTERS))).replace(CONTROL, (letter) =>
    isBreak(letter) ? letter : `[U+${code(letter)}]`,
  );
