/** Writes the list of all rules from the files that declare one. `npm run sync`; a test keeps it true. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './test-titles.mjs';

const FOLDER = join(ROOT, 'src/traffic/rules/server');
const LIST = join(FOLDER, 'declared.ts');

export function ruleList() {
  const rules = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const [, name] = /^export const (\w+) = rule\(/m.exec(readFileSync(join(FOLDER, path), 'utf8')) ?? [];
      return name ? [{ name, path }] : [];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return [
    '/** Every file of this folder that declares a rule. Written by `npm run sync`. */',
    "import type { Rule } from '#traffic/rules/contract/rule.ts';",
    ...rules.map(({ name, path }) => `import { ${name} } from './${path}';`),
    '',
    'export const DECLARED: readonly Rule[] = [',
    ...rules.map(({ name }) => `  ${name},`),
    '];',
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(LIST, ruleList());
