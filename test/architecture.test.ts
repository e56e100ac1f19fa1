import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOMS } from '../tools/rooms.mjs';
import { roomsPage } from '../tools/rooms-page.mjs';
import { testFiles } from '../tools/test-titles.mjs';
import { isDrawn } from './support/drawn-files.ts';
import { packedSpreads } from './support/packed-spreads.ts';
import { returnsUnawaited } from './support/returns-unawaited.ts';

const ROOT = join(import.meta.dirname, '..');
const MAX_LINES = 300;

/**
 * Tables and declarations grow with what there is, not with what they do; functions in them have the limit of
 * functions.
 */
const TABLES: readonly RegExp[] = [
  /^src\/traffic\/lists\/server\/data\//, // Lists that ship: releases, networks, signs of emulators.
  /\/contract\/([a-z-]+-)?endpoints\.ts$/, // One value for each endpoint.
  /\/contract\/boards\//, // One value for each board.
  /\/server\/([a-z-]+-)?tables?\.ts$/, // Tables of the database.
  /^src\/traffic\/event\/contract\/facts\.ts$/, // One row for each fact that rules look at.
  /^src\/traffic\/rules\/contract\/catalogue\.ts$/, // One row for each known method of detection.
  /^src\/domains\/evidence\/server\/verify\/verify\.mjs$/, // Made of the files beside it.
  /^demo\/publishers\.ts$/, // One value for each publisher of the demo.
];

/**
 * Files that write names of columns, work tables and partitions (never values) into SQL; each was read for it. May only
 * shrink.
 */
const TRUSTED_SQL_BUILDERS: readonly RegExp[] = [
  /^src\/platform\/server\/clickhouse\//,
  /^src\/traffic\/(event|judge)\/server\//,
  /^src\/traffic\/sources\/server\/sweep\//,
  /^src\/traffic\/intake\/server\/(engine|mapping)\//,
  /^src\/traffic\/intake\/server\/sources\/parquet-bytes\.ts$/,
];

/** Who has a scope made, and for whom; everybody else is handed one. This list may only shrink. */
const SCOPE_MAKERS: Readonly<Record<string, string>> = {
  'src/platform/server/access/sessions.ts': 'a person who is signed in',
  'src/platform/server/access/api-tokens.ts': 'a program with a token',
  'src/platform/server/jobs/jobs.ts': 'a job',
  'src/cli/operator.ts': 'a command of the one who owns the data folder',
  'src/analytics/server/sql-text.ts': 'the sample questions whose SQL is committed',
};

const SOURCE = /\.(ts|tsx|mjs)$/;
const TEST = /\.test\.tsx?$/;
/** A process of its own, and why (docs/testing.md). In brackets, or it would be this file that asks for one. */
const ALONE = /^\/\/ @vitest-environment-option[s] \{ "alone": "(.+)" \}$/m;

/** Static, re-exporting, bare and lazy imports. */
const IMPORTS = [/^(?:import|export)\b[^;'"]*?from\s+'([^']+)'/gm, /^import\s+'([^']+)'/gm, /\bimport\('([^']+)'\)/g];

function walk(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name === 'node_modules' || name === 'dist') return [];
    return statSync(path).isDirectory() ? walk(path) : [path];
  });
}

interface SourceFile {
  path: string;
  text: string;
  imports: string[];
}

const files: SourceFile[] = ['src', 'demo', 'test', 'bench', 'tools', 'clients']
  .flatMap((folder) => walk(join(ROOT, folder)))
  .filter((path) => SOURCE.test(path))
  .map((path) => {
    const text = readFileSync(path, 'utf8');
    const imports = IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map((m) => m[1] ?? ''));
    return { path: relative(ROOT, path), text, imports };
  });

const product = files.filter(
  (file) => file.path.startsWith('src/') && !TEST.test(file.path) && !file.path.includes('/testing/'),
);

/** `domains/x` for a domain, `traffic/x` for a room, else the slice's name. */
function sliceOf(path: string): string {
  const [, slice = '', part = ''] = path.split('/');
  return slice === 'domains' || slice === 'traffic' ? `${slice}/${part}` : slice;
}

const aliased = (specifier: string): string | undefined =>
  specifier.match(/^#(platform|traffic|analytics|domains|app|demo)\//) ? `src/${specifier.slice(1)}` : undefined;

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  platform: ['platform'],
  traffic: ['platform', 'traffic'],
  analytics: ['platform', 'traffic', 'analytics'],
  domains: ['platform', 'traffic', 'analytics', 'domains'],
  app: ['platform', 'traffic', 'analytics', 'domains', 'app', 'demo'],
  cli: ['platform', 'traffic', 'analytics', 'domains', 'app', 'demo'],
};

function forbiddenEdges(file: SourceFile): string[] {
  const from = sliceOf(file.path);
  const kind = from.split('/')[0] ?? '';
  return file.imports.flatMap((specifier) => {
    const target = aliased(specifier);
    if (!target) return escapesItsSlice(file, specifier) ? [`${file.path} → ${specifier} (use the # path)`] : [];
    const to = sliceOf(target);
    const toKind = to.split('/')[0] ?? '';
    if (!ALLOWED[kind]?.includes(toKind)) return [`${file.path} → ${specifier}`];
    if (kind === 'domains' && toKind === 'domains' && to !== from && !target.includes('/contract/'))
      return [`${file.path} → ${specifier} (another domain's contract only)`];
    if (
      kind === 'analytics' &&
      to.startsWith('traffic/') &&
      !/\/contract\/|^src\/traffic\/(event|money)\//.test(target)
    )
      return [`${file.path} → ${specifier} (contracts of traffic and its rooms of events and money only)`];
    return [];
  });
}

/** Imports of another slice or room into a room of traffic: who, which room, which file of it. */
const intoRooms = product.flatMap((file) =>
  file.imports.flatMap((specifier) => {
    const target = aliased(specifier);
    if (!target?.startsWith('src/traffic/') || sliceOf(target) === sliceOf(file.path)) return [];
    const [, , room = '', ...inside] = target.split('/');
    return [{ from: file.path, to: target, room, inside: inside.join('/') }];
  }),
);

const floorOf = (path: string): number => ROOMS[path.split('/')[2] ?? '']?.floor ?? 0;

const escapesItsSlice = (file: SourceFile, specifier: string): boolean =>
  specifier.startsWith('.') && sliceOf(relative(ROOT, join(ROOT, file.path, '..', specifier))) !== sliceOf(file.path);

describe('the house', () => {
  it('lets no import cross a wall', () => {
    expect(product.flatMap(forbiddenEdges)).toEqual([]);
  });

  it('gives every file of traffic a room, and lets a room import lower floors only', () => {
    const inside = product.filter((file) => file.path.startsWith('src/traffic/'));
    expect(inside.filter((file) => floorOf(file.path) === 0)).toEqual([]);
    const up = intoRooms.filter(({ from, to }) => from.startsWith('src/traffic/') && floorOf(to) >= floorOf(from));
    expect(up.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('opens of a room its contract and what the list of rooms names, and names nothing that nobody uses', () => {
    const used = new Set(intoRooms.map(({ room, inside }) => `${room}/${inside}`));
    const behind = [...used].filter((path) => !/^[a-z-]+\/contract\//.test(path)).sort();
    const named = Object.entries(ROOMS).flatMap(([room, { open }]) => open.map((path) => `${room}/${path}`));
    expect(behind).toEqual(named.sort());
  });

  it('draws the rooms as they are', () => {
    expect(readFileSync(join(ROOT, 'docs/rooms.md'), 'utf8')).toBe(roomsPage());
  });

  it('keeps contracts free of Node, React and the DOM', () => {
    const guilty = product
      .filter((file) => file.path.includes('/contract/'))
      .flatMap((file) =>
        file.imports
          .filter((i) => !/^(zod|\.|#[a-z]+\/)/.test(i) || /\/(server|web)\//.test(i))
          .map((i) => `${file.path} → ${i}`),
      );
    expect(guilty).toEqual([]);
  });

  it('keeps files of code under 300 lines, and exempts no table that is not there', () => {
    const long = files
      .filter((file) => !TABLES.some((pattern) => pattern.test(file.path)))
      .map((file) => ({ path: file.path, lines: file.text.split('\n').length }))
      .filter((file) => file.lines > MAX_LINES + 1);
    expect(long).toEqual([]);
    expect(TABLES.filter((pattern) => !files.some((file) => pattern.test(file.path)))).toEqual([]);
  });

  it('spreads no literal into a literal: lines are as long as what they say', () => {
    expect(packedSpreads('x.tsx', 'const a = [...(["b"] as const), ...(c ? [d] : [])]')).toHaveLength(1);
    expect(packedSpreads('x.tsx', 'const a = <B {...c} {...{ d }} {...(e && { f })} />')).toHaveLength(1);
    const guilty = files
      .filter((file) => /\.\.\.[\s(]*[[{]/.test(file.text))
      .flatMap((file) => packedSpreads(file.path, file.text));
    expect(guilty).toEqual([]);
  });

  it('waits for what it returns where work tables end with the function', () => {
    // `return work()` in a function with `await using` would drop the tables while the work still reads them.
    const guilty = product
      .filter(({ text }) => text.includes('await using'))
      .flatMap(({ path, text }) => returnsUnawaited(path, text));
    expect(guilty).toEqual([]);
    const text = 'async () => { await using scratch = open(); return ready ? work(scratch) : []; }';
    expect(returnsUnawaited('seen.ts', text)).toHaveLength(1);
  });

  it('gives a test file that replaces a module or measures its process a process of its own', () => {
    const alone = files
      .filter(({ path, text }) => TEST.test(path) && /\bvi\.(?:mock|doMock)\(|\bprocess\.memoryUsage\b/.test(text))
      .map(({ path, text }) => ({ path, why: ALONE.exec(text)?.[1] }));
    expect(alone.filter(({ why }) => why === undefined)).toEqual([]);
    // The same words would be the same process.
    expect(new Set(alone.map(({ why }) => why)).size).toBe(alone.length);
  });

  it('leaves no file that proves a requirement out of a run', () => {
    const drawn = testFiles().filter(({ file }) => isDrawn(readFileSync(join(ROOT, file), 'utf8')));
    expect(drawn.length).toBeGreaterThan(0);
    expect(drawn.filter(({ titles }) => titles.some((title) => /\[[A-Z]+-[A-Z]+-\d+/.test(title)))).toEqual([]);
  });

  it('keeps the detection bench ignorant of the detectors it measures', () => {
    // But for the shares of wrong calls that evidence declares, which it holds against what it measures.
    const detectors =
      /traffic\/((rules\/server\/(?!(?:evidence|wrong-calls)\.ts)|rules\/contract|(judge|sources)\/(server|contract))|rule-sets\/(contract|server\/(?!catalogue\.ts|rule-set-store\.ts))|enrich\/(?!server\/enrich\.ts)|lists\/(?!server\/lists\.ts)|event\/(server|contract\/(?!event\.ts|reasons\.ts)))/;
    const bench = files.filter((file) => file.path.startsWith('bench/detection/'));
    expect(bench.length).toBeGreaterThan(0);
    expect(
      bench.flatMap((file) => file.imports.filter((i) => detectors.test(i)).map((i) => `${file.path} → ${i}`)),
    ).toEqual([]);
  });

  it('calls the network only through the one client of each side', () => {
    const guilty = product
      .filter(
        (file) =>
          (/(^|[^.\w])fetch\(/m.test(file.text) && !/platform\/web\/api\//.test(file.path)) ||
          (file.imports.some((i) => /^(node:)?(https?|http2|undici)$/.test(i)) &&
            !/http\/outbound\.ts$/.test(file.path)),
      )
      .map((file) => file.path);
    expect(guilty).toEqual([]);
  });

  it('links through the one component that knows which pages the menu shows', () => {
    const guilty = product.filter(({ text }) => /import \{[^}]*\bLink\b[^}]*\} from 'react-router'/.test(text));
    expect(guilty.map(({ path }) => path)).toEqual(['src/platform/web/layout/link.tsx']);
  });

  it('interpolates into trusted SQL only where names come from our own registries', () => {
    const guilty = product.filter((file) => /trusted\(\s*`[^`]*\$\{/.test(file.text)).map((file) => file.path);
    expect(guilty.filter((path) => !TRUSTED_SQL_BUILDERS.some((pattern) => pattern.test(path)))).toEqual([]);
  });

  it('has a scope made only where the list says, and widens none by hand', () => {
    const makes = /^(?:import|export)\b[^;'"]*\b(?:scopeOf|systemScope)\b[^;'"]*\sfrom\s+'[^']*\/scope\.ts'/m;
    const whole = /^(?:import|export)\s+\*[^;'"]*from\s+'[^']*\/access\/scope\.ts'/m;
    const makers = product.filter(({ text }) => makes.test(text) || whole.test(text)).map(({ path }) => path);
    expect(makers.sort()).toEqual(Object.keys(SCOPE_MAKERS).sort());
    const widened = product.filter(
      ({ path, text }) =>
        /\{\s*\.\.\.(?:\w*[sS]cope\b|systemScope\(|OPERATOR\b)|\bas\s+(?:unknown\s+as\s+)?Scope\b/.test(text) &&
        path !== 'src/platform/server/access/scope.ts',
    );
    expect(widened.map(({ path }) => path)).toEqual([]);
  });

  it('asks which shape a widget has nowhere: what differs lies in the files of the shapes', () => {
    const guilty = product.filter(
      (file) =>
        /^src\/(analytics|domains)\//.test(file.path) &&
        /\bshape\s*[!=]==?|switch\s*\([^)]*\bshape\b|case '(totals|breakdown|series|trend|table)'/.test(file.text),
    );
    expect(guilty.map((file) => file.path)).toEqual([]);
  });

  it('writes no HTML past React', () => {
    expect(
      product.filter((file) => /dangerouslySetInnerHTML|\.innerHTML\s*=/.test(file.text)).map((file) => file.path),
    ).toEqual([]);
  });

  it('keeps colours in the token file', () => {
    const guilty = product
      .filter(
        (file) =>
          file.path.includes('/web/') &&
          !/theme\/(tokens|palette)/.test(file.path) &&
          /['"`]#[0-9A-Fa-f]{6}['"`]/.test(file.text),
      )
      .map((file) => file.path);
    expect(guilty).toEqual([]);
  });
});
