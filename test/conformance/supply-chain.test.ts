import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const names = z.record(z.string(), z.string());
const manifest = z
  .looseObject({ dependencies: names, devDependencies: names, optionalDependencies: names.optional() })
  .parse(JSON.parse(read('package.json')));
const locked = z
  .looseObject({
    packages: z.record(
      z.string(),
      z.looseObject({
        version: z.string().optional(),
        integrity: z.string().optional(),
        resolved: z.string().optional(),
        // Some say it in a file of theirs only.
        license: z.unknown().optional(),
        link: z.boolean().optional(),
      }),
    ),
  })
  .parse(JSON.parse(read('package-lock.json')));
/** Packages that say their licence in a file only, and which it is. */
const SAID_IN_A_FILE: Readonly<Record<string, readonly [file: string, words: string]>> = {
  'node_modules/busboy': ['LICENSE', 'Permission is hereby granted, free of charge'],
  'node_modules/humanize-number': ['Readme.md', '## License\n\n  MIT'],
  'node_modules/only': ['Readme.md', '(The MIT License)'],
  'node_modules/png-js': ['LICENSE', 'MIT License'],
  'node_modules/streamsearch': ['LICENSE', 'Permission is hereby granted, free of charge'],
};

const packages = Object.entries(locked.packages).filter(([path]) => path !== '');

describe('packages of others', () => {
  it('pins every package exactly, with a hash of its content, from the registry', () => {
    const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    expect(Object.keys(wanted).length).toBeGreaterThan(20);
    const loose = Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    expect(loose).toEqual([]);
    for (const [name, version] of Object.entries(wanted))
      expect([name, locked.packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
    const unsure = packages.filter(
      ([, { integrity, resolved }]) =>
        !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') ||
        (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
    );
    expect(unsure.map(([path]) => path)).toEqual([]);
  });

  it('says which licence every package is under', () => {
    const silent = packages.filter(([, { license, link }]) => !license && !link).map(([path]) => path);
    expect(silent).toEqual(Object.keys(SAID_IN_A_FILE));
    for (const [path, [file, words]] of Object.entries(SAID_IN_A_FILE))
      expect(read(`${path}/${file}`)).toContain(words);
  });

  it('has time frames for updates by severity and by who reaches the fault', () => {
    const rows = read('docs/security/updates.md')
      .split('\n')
      .filter((line) => /^\| (critical|high|medium|low) /.test(line))
      .map((line) =>
        line
          .split('|')
          .slice(2, -1)
          .map((cell) => cell.trim()),
      );
    expect(rows).toHaveLength(4);
    const days = rows.map((cells) =>
      cells.map((cell) => (cell === 'next release' ? 91 : Number(/^(\d+) days$/.exec(cell)?.[1]))),
    );
    // The graver and the easier to reach, the sooner.
    for (const row of days) expect(row).toEqual([...row].sort((a, b) => a - b));
    for (const column of [0, 1, 2]) {
      const times = days.map((row) => row[column] ?? 0);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
  });

  it('runs none of their install scripts', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
  });
});
