import file from './lexicon/brand-safety.json' with { type: 'json' };

type Terms = Readonly<Record<string, readonly string[] | undefined>>;

export interface Hit {
  category: string;
  term: string;
  /** Nobody should run beside it: counts three times. */
  floor: boolean;
}

/** What is looked for in a language, and what only looks like it. */
interface Search {
  terms: RegExp | undefined;
  /** By the term as the file has it, without its sign; several categories may know a word. */
  known: readonly { start: string; open: boolean; hit: Hit }[];
  context: RegExp | undefined;
}

/** Languages without spaces between words: a term stands anywhere. */
const ANYWHERE: ReadonlySet<string> = new Set(['ja', 'zh']);
/** English words stand in titles of every language. */
const EVERYWHERE = 'en';

const NAMED = new Map(file.categories.flatMap(({ id, named }) => named.map((name) => [name, id] as const)));

/** The brand-safety category that a category of the catalogue names by itself, as "Gambling" does. */
export const namedCategory = (category: string): string | undefined => NAMED.get(category.trim().toLowerCase());

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const sourceOf = (term: string): string => term.split('*').map(escaped).join('[\\p{L}\\p{N}]*').replaceAll(' ', '\\s+');

function anyOf(terms: readonly string[], anywhere: boolean): RegExp | undefined {
  if (terms.length === 0) return undefined;
  const longestFirst = [...terms]
    .sort((a, b) => b.length - a.length)
    .map(sourceOf)
    .join('|');
  return anywhere
    ? new RegExp(longestFirst, 'gu')
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst})(?![\\p{L}\\p{N}])`, 'gu');
}

const SEARCHES = new Map<string, { search: Search; exceptions: RegExp | undefined }>();

function searchIn(language: string) {
  const found = SEARCHES.get(language);
  if (found) return found;
  const of = (terms: Terms): readonly string[] => terms[language] ?? [];
  const hits = file.categories.flatMap(({ id, floor, terms }) => [
    ...of(floor).map((term) => ({ term, hit: { category: id, term, floor: true } })),
    ...of(terms).map((term) => ({ term, hit: { category: id, term, floor: false } })),
  ]);
  const anywhere = ANYWHERE.has(language);
  const made = {
    search: {
      terms: anyOf(
        hits.map(({ term }) => term),
        anywhere,
      ),
      known: hits.map(({ term, hit }) => ({ start: term.replace('*', ''), open: term.includes('*'), hit })),
      context: anyOf(of(file.context), anywhere),
    },
    exceptions: anyOf(
      file.categories.flatMap(({ exceptions }) => of(exceptions)),
      anywhere,
    ),
  };
  SEARCHES.set(language, made);
  return made;
}

const languagesOf = (language: string): readonly string[] =>
  language === EVERYWHERE ? [EVERYWHERE] : [language, EVERYWHERE];

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ');

/** Terms in a text, each as often as it stands there; "glue gun" is none. */
export function hitsIn(text: string, language: string): Hit[] {
  if (text === '') return [];
  const lower = plain(text);
  return languagesOf(language).flatMap((each) => {
    const { search, exceptions } = searchIn(each);
    if (!search.terms || lower.search(search.terms) < 0) return [];
    const left = exceptions ? lower.replaceAll(exceptions, ' · ') : lower;
    return [...left.matchAll(search.terms)].flatMap(([said]) => knownAs(search, said));
  });
}

function knownAs({ known }: Search, said: string): Hit[] {
  const found = known.filter(({ start, open }) => (open ? said.startsWith(start) : said === start));
  const [best] = found.sort((a, b) => b.start.length - a.start.length);
  return best ? [best.hit] : [];
}

/** Whether words say that something is told about rather than shown. */
export const hasContext = (text: string, language: string): boolean => {
  if (text === '') return false;
  const lower = plain(text);
  return languagesOf(language).some((each) => {
    const { context } = searchIn(each).search;
    return context !== undefined && lower.search(context) >= 0;
  });
};
