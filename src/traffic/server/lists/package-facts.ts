import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Folder of an installed package, for data files that are read rather than imported. */
export function packageFolder(name: string, entry = 'package.json'): string {
  return dirname(require.resolve(`${name}/${entry}`));
}

export interface PackageFacts {
  version: string;
  bytes: number;
  /** Day the package's file was made, as far as the package says. */
  path: string;
}

/** Version of a package and size of one of its files. */
export function packageFacts(folder: string, file: string): PackageFacts {
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const path = join(folder, file);
  return { version, bytes: statSync(path).size, path };
}

/** `2.3.2026061719` carries the day in its last part. */
export const dayOfVersion = (version: string): string =>
  version.replace(/^\d+\.\d+\.(\d{4})(\d\d)(\d\d)\d*$/, '$1-$2-$3');

export interface CrawlerPattern {
  pattern: string;
  instances: string[];
  tags?: string[];
}

/** Read with `require`: importing JSON is an experimental feature of Node 20 and would warn at every start. */
export function readCrawlerPatterns(): readonly CrawlerPattern[] {
  return require('crawler-user-agents');
}
