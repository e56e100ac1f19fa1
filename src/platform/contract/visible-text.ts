/**
 * Characters that turn the direction of what follows. In a name they make one that reads as another: `\u202Egnp.exe` is
 * drawn as "exe.png". Names of traffic are kept as they came, so what shows them shows these too.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** The text with each of them as its number, so that it is seen and turns nothing. */
export const visibleText = (text: string): string =>
  text.replace(TURNING, (letter) => `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`);
