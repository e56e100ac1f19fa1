import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS, PAGES, SLICES } from '#app/contract/slices.ts';
import { SERVER_SLICES } from '#app/server/slices.ts';
import { LATER_PAGES } from '#app/web/later-pages.ts';
import { BUILT_PAGES, FIRST_PAGES } from '#app/web/pages.ts';
import { TOOL_PAGE_COMPONENTS } from '#app/web/tool-pages.ts';
import { isToolPath } from '#app/web/tool-paths.ts';

const SRC = join(import.meta.dirname, '../../src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' });
const code = files
  .filter((path) => /\/server\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(SRC, path), 'utf8'));

const doubles = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at);
const englishOf = (folder: string, namespace: string): Readonly<Record<string, string>> => {
  const path = join(SRC, folder, `web/i18n/${namespace}.en.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
};

describe('slices', () => {
  it('are listed by the app, each under the name of its folder', () => {
    const declared = files.filter((path) => path.endsWith('/contract/slice.ts') && !path.startsWith('platform/'));
    const folders = declared.map((path) => dirname(dirname(path)));
    expect(SLICES.map(({ id }) => id).sort()).toEqual([...folders, 'app'].sort());
  });

  it('bring pages that have one id, one address and a screen each', () => {
    expect(doubles(PAGES.map(({ id }) => id))).toEqual([]);
    expect(doubles(PAGES.flatMap(({ paths }) => paths))).toEqual([]);
    // Tools for anybody are in the shell as well, for whose menu has them.
    const inShell = PAGES.filter(({ guard, paths: [path] }) => guard !== 'public' || isToolPath(path));
    expect(BUILT_PAGES.map(({ id }) => id)).toEqual(inShell.map(({ id }) => id));
    const screens = [FIRST_PAGES, LATER_PAGES, TOOL_PAGE_COMPONENTS].flatMap((some) => [...some.keys()]);
    expect(screens.sort()).toEqual(inShell.map(({ id }) => id).sort());
  });

  it.each(SLICES.map((slice) => [slice.id, slice] as const))(
    '%s names its pages in its own texts',
    (id, { pages = [] }) => {
      const texts = { ...englishOf(id, 'pages'), ...englishOf('app', 'pages') };
      // Help about a board bears the board's own title.
      // What stands before a colon is read as the name of a file of texts.
      expect(pages.filter(({ title }) => title.includes(':'))).toEqual([]);
      const foreign = id === 'domains/docs' ? englishOf('analytics', 'pages') : {};
      expect(
        pages
          .filter(({ title }) => title !== '' && (texts[title] ?? foreign[title]) !== title)
          .map(({ title }) => title),
      ).toEqual([]);
    },
  );

  it.each(SLICES.map((slice) => [slice.id, slice] as const))(
    '%s has words for everything it writes to the audit log, and for nothing else',
    (id, { audit = [] }) => {
      const named = Object.keys(englishOf(id, 'audit')).filter((key) => key.startsWith('action_'));
      const written = audit.flatMap(Object.values).map(({ name }) => `action_${name}`);
      expect(named.sort()).toEqual(written.sort());
    },
  );

  it.each(
    SERVER_SLICES.flatMap(({ id, personalData = [] }) =>
      personalData.length > 0 ? [[id, personalData] as const] : [],
    ),
  )('%s has words for what it keeps about people', (id, personalData) => {
    // Mails are the platform's and their word is the privacy page's.
    const texts = englishOf(id === 'platform' ? 'domains/privacy' : id, 'privacy');
    expect(personalData.filter(({ what }) => !texts[`erased_${what}`]).map(({ what }) => what)).toEqual([]);
  });

  it('declare no action that nobody writes, and none twice', () => {
    expect(doubles(AUDIT_ACTIONS.map(({ name }) => name))).toEqual([]);
    const groups = files
      .filter((path) => path.endsWith('/contract/audit.ts') && !path.startsWith('platform/'))
      .map((path) => readFileSync(join(SRC, path), 'utf8'));
    const keys = groups.flatMap((text) =>
      text.split('export const ').flatMap((group) => {
        const name = /^(\w+) =/.exec(group)?.[1] ?? '';
        return [...group.matchAll(/(\w+): auditAction\(/g)].map(([, key]) => `${name}.${key}`);
      }),
    );
    expect(keys).toHaveLength(AUDIT_ACTIONS.length);
    expect(keys.filter((key) => !code.some((text) => text.includes(key)))).toEqual([]);
  });
});
