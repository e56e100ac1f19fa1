import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '#platform/contract/locales.ts';
import type { Refusals } from '#platform/contract/message.ts';

const SRC = join(import.meta.dirname, '../../src');
const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' });
const sources = paths
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.includes('/testing/'))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }));

/** The closed list of each slice that refuses anything, found where it must stand. */
const LISTS = Object.entries(
  import.meta.glob<Refusals<string>>('../../src/**/contract/refusals.ts', { eager: true, import: 'REFUSALS' }),
).map(([path, { texts }]) => ({ slice: relative('../../src', path).replace('/contract/refusals.ts', ''), texts }));

/** The mechanism itself: nobody else makes an answer that is no success. */
const MECHANISM: readonly string[] = ['platform/server/http/app-error.ts', 'platform/server/http/refuse.ts'];

const textsOf = (path: string): Readonly<Record<string, string>> => JSON.parse(readFileSync(join(SRC, path), 'utf8'));
const holes = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).sort();

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);
const nameOf = (node: unknown): unknown => (isNode(node) ? node['name'] : undefined);

/** `appError(code, { field, retryAfter })` and nothing more, each by its name: words would hide in anything else. */
function isPlain(call: Node): boolean {
  const [, detail, ...more] = nodes(call['arguments']);
  const properties = detail?.['type'] === 'ObjectExpression' ? nodes(detail['properties']) : undefined;
  const known = properties?.every(
    (each) => each['type'] === 'Property' && /^(field|retryAfter)$/.test(String(nameOf(each['key']))),
  );
  return more.length === 0 && (detail === undefined || known === true);
}

/** Failures of a source that are made past `refuse`, or bring words of their own. */
function freeWords(value: unknown): string[] {
  return nodes(value).flatMap((node) => {
    const made = node['type'] === 'NewExpression' && nameOf(node['callee']) === 'AppError';
    const worded = node['type'] === 'CallExpression' && nameOf(node['callee']) === 'appError' && !isPlain(node);
    return [
      ...(made ? ['new AppError'] : []),
      ...(worded ? ['appError with words'] : []),
      ...Object.values(node).flatMap((part) => (typeof part === 'object' ? freeWords(part) : [])),
    ];
  });
}
const freeWordsIn = (path: string, text: string): string[] => {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read`);
  return freeWords(program).map((fault) => `${path}: ${fault}`);
};

describe('what is refused', () => {
  it('is said by a code of a list, never in free English', () => {
    const seen = `throw appError('refused', { message: 'No' }); appError('refused', SAID); new AppError('refused');
      appError('refused', { ...said }); appError('refused', { field: 'a', retryAfter }); appError('not_found');`;
    const words = 'seen.ts: appError with words';
    expect(freeWordsIn('seen.ts', seen)).toEqual([words, words, 'seen.ts: new AppError', words]);
    const served = sources.filter(({ path, text }) => !MECHANISM.includes(path) && /appError\b/i.test(text));
    expect(served.length).toBeGreaterThan(30);
    expect(served.flatMap(({ path, text }) => freeWordsIn(path, text))).toEqual([]);
  });

  it('is declared by one slice only', () => {
    const codes = LISTS.flatMap(({ texts }) => Object.keys(texts));
    expect(LISTS.length).toBeGreaterThan(10);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  it('is refused somewhere', () => {
    const said = sources.filter(({ path }) => !path.endsWith('/contract/refusals.ts')).map(({ text }) => text);
    const never = LISTS.flatMap(({ slice, texts }) =>
      Object.keys(texts)
        .filter((code) => !said.some((text) => text.includes(`'${code}'`)))
        .map((code) => `${slice}: ${code}`),
    );
    expect(never).toEqual([]);
  });

  it('has words nowhere but beside its list', () => {
    const folders = paths.flatMap((path) => /^(.*)\/web\/i18n\/refusals\.\w+\.json$/.exec(path)?.[1] ?? []);
    expect([...new Set(folders)].sort()).toEqual(LISTS.map(({ slice }) => slice).sort());
  });

  it.each(LISTS.flatMap(({ slice, texts }) => LOCALE_CODES.map((locale) => ({ slice, texts, locale }))))(
    'by $slice has every code with all its values in $locale',
    ({ slice, texts, locale }) => {
      const words = textsOf(`${slice}/web/i18n/refusals.${locale}.json`);
      expect(Object.keys(words).sort()).toEqual(Object.keys(texts).sort());
      for (const [code, text] of Object.entries(texts)) {
        expect([code, words[code]?.trim() !== '']).toEqual([code, true]);
        expect([code, holes(words[code] ?? '')]).toEqual([code, holes(text)]);
      }
    },
  );
});
