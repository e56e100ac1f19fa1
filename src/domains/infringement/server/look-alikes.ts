import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import type { Technique } from '#domains/infringement/contract/domain-endpoints.ts';

export interface LookAlike {
  domain: string;
  technique: Technique;
}

/** Letters that are read as another, the most alike first; ASCII before other scripts, which many registries refuse. */
const HOMOGLYPHS: Readonly<Record<string, readonly string[]>> = {
  a: ['à', 'á', 'ạ', 'а'],
  b: ['d', 'ḅ'],
  c: ['ç', 'с'],
  d: ['cl', 'ḍ'],
  e: ['é', 'ẹ', 'е'],
  g: ['q', 'ģ'],
  h: ['ḥ'],
  i: ['1', 'l', 'í', 'і'],
  j: ['ј'],
  k: ['ķ'],
  l: ['1', 'i', 'ļ'],
  m: ['rn', 'nn', 'ṃ'],
  n: ['ñ', 'ṇ'],
  o: ['0', 'ö', 'ọ', 'о'],
  p: ['р'],
  r: ['ŗ'],
  s: ['5', 'ş', 'ѕ'],
  t: ['ţ'],
  u: ['v', 'ü', 'ụ'],
  v: ['u', 'ṿ'],
  w: ['vv', 'ẉ'],
  x: ['х'],
  y: ['ý', 'у'],
  z: ['2', 'ż'],
  '0': ['o'],
  '1': ['l', 'i'],
};

/** Keys beside a key on an English keyboard. */
const BESIDE: Readonly<Record<string, string>> = {
  a: 'qsz',
  b: 'vn',
  c: 'xv',
  d: 'sf',
  e: 'wr',
  f: 'dg',
  g: 'fh',
  h: 'gj',
  i: 'uo',
  j: 'hk',
  k: 'jl',
  l: 'k',
  m: 'n',
  n: 'bm',
  o: 'ip',
  p: 'o',
  q: 'wa',
  r: 'et',
  s: 'ad',
  t: 'ry',
  u: 'yi',
  v: 'cb',
  w: 'qe',
  x: 'zc',
  y: 'tu',
  z: 'ax',
};

const ENDINGS =
  'com net org info biz shop store online site app co io eu de fr es it nl uk us cn jp xyz top club vip sale outlet'.split(
    ' ',
  );
const WORDS = ['login', 'shop', 'store', 'sale', 'outlet', 'official', 'secure', 'support', 'account', 'promo', 'my'];

/** Of one name. */
const MOST = 300;
/** A shorter name is like too many others. */
const LEAST_LETTERS = 3;

const spliced = (text: string, at: number, gone: number, put: string): string =>
  text.slice(0, at) + put + text.slice(at + gone);

function* variantsOf(name: string, suffix: string): Generator<[Technique, string]> {
  const places = [...name].map((letter, at) => [letter, at] as const);
  for (const [letter, at] of places)
    for (const other of HOMOGLYPHS[letter] ?? []) yield ['homoglyph', spliced(name, at, 1, other)];
  for (const [, at] of places) yield ['omission', spliced(name, at, 1, '')];
  for (const [letter, at] of places)
    if (name[at + 1] !== undefined && name[at + 1] !== letter)
      yield ['transposition', spliced(name, at, 2, `${name[at + 1]}${letter}`)];
  for (const [letter, at] of places) yield ['repetition', spliced(name, at, 1, letter + letter)];
  for (const [letter, at] of places)
    for (const other of BESIDE[letter] ?? '') yield ['replacement', spliced(name, at, 1, other)];
  for (const [, at] of places)
    if (at > 0 && name[at - 1] !== '-' && name[at] !== '-') yield ['hyphen', spliced(name, at, 0, '-')];
  if (name.includes('-')) yield ['hyphen', name.replaceAll('-', '')];
  for (const word of WORDS) {
    yield ['word', `${name}-${word}`];
    yield ['word', `${name}${word}`];
  }
  for (const ending of ENDINGS) if (ending !== suffix) yield ['ending', `${name}.${ending}`];
}

/** Names that people take for this one, each once with the first way it is made by; the nearest first. */
export function lookAlikes(domain: string): LookAlike[] {
  const { domainWithoutSuffix: name, publicSuffix: suffix } = parse(domain, { allowPrivateDomains: true });
  if (!name || !suffix || name.length < LEAST_LETTERS) return [];
  const found = new Map<string, Technique>();
  const take = (technique: Technique, variant: string): void => {
    const ascii = domainToASCII(technique === 'ending' ? variant : `${variant}.${suffix}`);
    const label = ascii.split('.')[0] ?? '';
    const isName = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label);
    if (isName && ascii !== domain && !found.has(ascii)) found.set(ascii, technique);
  };
  const variants = [...variantsOf(name, suffix)];
  // Endings and words are what most look-alikes are made of: a long name must not crowd them out.
  const few = variants.filter(([technique]) => technique === 'ending' || technique === 'word');
  const many = variants.filter(([technique]) => technique !== 'ending' && technique !== 'word');
  for (const [technique, variant] of [...few, ...many]) take(technique, variant);
  return [...found].slice(0, MOST).map(([each, technique]) => ({ domain: each, technique }));
}
