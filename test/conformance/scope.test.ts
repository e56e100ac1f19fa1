import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Exported functions of stores that take no scope, by why. What is not here takes one first. */
const WITHOUT_SCOPE: Readonly<Record<string, readonly string[]>> = {
  'writes in the transaction of a function that has asked': [
    'erasure-store.ts recordErasure',
    'user-store.ts keepAnAdministrator',
    'user-store.ts lockUser',
    'user-store.ts revokeSessions',
  ],
  'work of the program on what it was given': [
    'evidence-store.ts beginEvidence',
    'evidence-store.ts failEvidence',
    'evidence-store.ts keptEvidence',
    'evidence-store.ts showCounts',
    'evidence-store.ts unfinishedEvidence',
    'entry-store.ts beginEntry',
    'key-store.ts keysOf',
    'entry-store.ts failEntry',
    'entry-store.ts finishEntry',
    'entry-store.ts forgetOldEntries',
    'entry-store.ts showRows',
    'entry-store.ts unfinishedEntries',
    'erasure-store.ts patchErasure',
    'erasure-store.ts unfinishedErasures',
    'import-store.ts addLiveImport',
    'import-store.ts moveImport',
    'import-store.ts patchImport',
    'import-store.ts reportProgress',
    'import-store.ts sameReports',
    'import-store.ts saveRejectSummary',
    'import-store.ts unfinishedImports',
    'report-store.ts beginReport',
    'report-store.ts failReport',
    'report-store.ts finishReport',
    'report-store.ts forgetOldReports',
    'report-store.ts unfinishedReports',
  ],
};

/** A node of the syntax tree, of which only the few fields read here are known. */
interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : []).filter(isNode);
const nameOf = (value: unknown): string => (isNode(value) && typeof value['name'] === 'string' ? value['name'] : '');

interface Found {
  /** Path and name, as the lists above have them. */
  place: string;
  parameters: string[];
  exported: boolean;
}

/** Every function of the file and every type of one. */
function functionsOf(path: string): Found[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const found: Found[] = [];
  const look = (value: unknown, above: readonly Node[]): void => {
    if (Array.isArray(value)) for (const each of value) look(each, above);
    if (!isNode(value)) return;
    if (Array.isArray(value['params'])) {
      const [parent, , before] = above;
      const declares = value.type === 'FunctionDeclaration' ? parent : before;
      found.push({
        place: `${path} ${nameOf(value['id']) || nameOf(parent?.['id']) || nameOf(parent?.['key'])}`,
        parameters: nodesIn(value['params']).map(({ start, end }) => text.slice(start, end)),
        exported: declares?.type === 'ExportNamedDeclaration',
      });
    }
    for (const [field, inner] of Object.entries(value)) if (field !== 'type') look(inner, [value, ...above]);
  };
  look(parseSync(path, text).program, []);
  return found;
}

const functions = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  .map((file) => relative(ROOT, join(file.parentPath, file.name)))
  .filter((path) => /\/(server|cli)\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path))
  .flatMap(functionsOf);

/** `scope: Scope`, also with null or a value of its own; not a function that takes one. */
const isScope = (parameter: string): boolean => /^[^:(]*:\s*(readonly )?Scope\b(?!\s*\[)/.test(parameter);

describe('the scope', () => {
  it('comes first wherever a function takes one', () => {
    const late = functions.filter(({ parameters }) => parameters.findIndex(isScope) > 0).map(({ place }) => place);
    expect(late).toEqual([]);
  });

  it('is asked wherever it is taken: none is called _scope so that nobody misses the question', () => {
    const ignored = functions.filter(({ parameters }) => parameters.some((text) => /^_\w*scope\b/i.test(text)));
    expect(ignored.map(({ place }) => place)).toEqual([]);
  });

  it('is what a store takes first, unless the store is named here with why it needs none', () => {
    const reading = /:[^:]*\b(Database|ClickHouse|Tx|Reader|Writer|\w+Stores|\w+Deps)\b/;
    const without = functions
      .filter(({ place, exported }) => exported && /-store\.ts /.test(place))
      .filter(({ parameters }) => parameters.some((text) => reading.test(text)) && !isScope(parameters[0] ?? ''));
    const places = without.map(({ place }) => place.slice(place.lastIndexOf('/') + 1));
    expect(places.sort()).toEqual(Object.values(WITHOUT_SCOPE).flat().sort());
  });

  it('is looked for in files that have functions which take it', () => {
    expect(functions.filter(({ parameters }) => isScope(parameters[0] ?? '')).length).toBeGreaterThan(100);
  });
});
