import type { DocsArea } from '#domains/docs/contract/pages.ts';

/** Something the documentation explains, as the search knows it. */
export interface DocEntry {
  area: DocsArea;
  title: string;
  /** What it is, where its area holds several kinds. */
  kind?: string;
  /** A line under the title. */
  detail: string;
  /** Further words it is found by: codes, English names. */
  also: string;
  path: string;
  /** Entry of the page the link brings into view. */
  at?: string;
  /** Question for the page's own search. */
  q?: string;
}

export interface Found {
  entries: readonly DocEntry[];
  /** No entry has all the words; these have some of them. */
  partial: boolean;
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const wordsOf = (text: string): string[] => plain(text).split(/\s+/).filter(Boolean);

/** Entries with all words, best first: the title begins with the question, has it, has its words, then the rest. */
export function findEntries(entries: readonly DocEntry[], question: string): Found {
  const wanted = wordsOf(question);
  if (wanted.length === 0) return { entries: [], partial: false };
  const whole = wanted.join(' ');
  const scored = entries.map((entry) => {
    const title = plain(entry.title);
    const all = `${title} ${plain(entry.also)} ${plain(entry.detail)}`;
    const hits = wanted.filter((word) => all.includes(word)).length;
    const nearness = [title.startsWith(whole), title.includes(whole), wanted.every((word) => title.includes(word))];
    const rank = nearness.includes(true) ? nearness.indexOf(true) : nearness.length;
    return { entry, hits, rank };
  });
  const best = Math.max(0, ...scored.map(({ hits }) => hits));
  if (best === 0) return { entries: [], partial: false };
  return {
    entries: scored
      .filter(({ hits }) => hits === best)
      .sort((a, b) => a.rank - b.rank)
      .map(({ entry }) => entry),
    partial: best < wanted.length,
  };
}

/** Whether a text has all words of the question; the search of a page's own rows. */
export const matches = (text: string, question: string): boolean => {
  const within = plain(text);
  return wordsOf(question).every((word) => within.includes(word));
};
