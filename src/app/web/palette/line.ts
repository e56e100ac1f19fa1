/** Groups of lines, in the order they stand. */
export const LINE_GROUPS = ['pages', 'settings', 'packages', 'names', 'events', 'rules', 'reasons', 'help'] as const;
export type LineGroup = (typeof LINE_GROUPS)[number];

/** One thing that can be gone to. */
export interface Line {
  /** Unlike that of any other line. */
  id: string;
  group: LineGroup;
  title: string;
  /** Beside the title: what it is, or where. */
  detail: string;
  /** Further words it is found by. */
  also: string;
  /** Address without package and days, or what is done. */
  to: string | (() => void);
}

/** Of one group; the rest is found by typing more. */
const MOST = 6;

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Words apart by one blank, with one before the first; what is written without blanks stays one word. */
const spaced = (text: string): string => ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()}`;
const hasBlanks = (word: string): boolean => /^[\p{Script=Latin}\p{N}]+$/u.test(word);

/**
 * How near a line is: its title begins with the question, a word of it does, it holds it, each word of the question
 * begins one of its words; else undefined.
 */
function nearness(title: string, also: string, question: string): number | undefined {
  if (title.startsWith(question)) return 0;
  if (title.includes(` ${question}`)) return 1;
  if (title.includes(question)) return 2;
  const words = spaced(question).split(' ').filter(Boolean);
  const all = spaced(`${title} ${also}`);
  if (words.length === 0) return also.includes(question) ? 3 : undefined;
  // Where words are not written apart, any place may be the beginning of one.
  return words.every((word) => all.includes(hasBlanks(word) ? ` ${word}` : word)) ? 3 : undefined;
}

/** The lines that have all words of a question, nearest first; without a question as they are. */
export function nearest(lines: readonly Line[], question: string): Line[] {
  const wanted = plain(question.trim());
  if (wanted === '') return lines.slice(0, MOST);
  return lines
    .flatMap((line) => {
      const near = nearness(plain(line.title), plain(line.also), wanted);
      return near === undefined ? [] : [{ line, near }];
    })
    .sort((a, b) => a.near - b.near)
    .slice(0, MOST)
    .map(({ line }) => line);
}

export interface ShownGroup {
  group: LineGroup;
  lines: readonly Line[];
}

/** What is shown of all that is known, group by group. */
export const shownGroups = (lines: readonly Line[], question: string): ShownGroup[] =>
  LINE_GROUPS.map((group) => ({
    group,
    lines: nearest(
      lines.filter((line) => line.group === group),
      question,
    ),
  })).filter((each) => each.lines.length > 0);
