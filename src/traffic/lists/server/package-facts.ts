import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** Folder of an installed package, whatever its `exports` hide: its data files are read rather than imported. */
export function packageFolder(name: string): string {
  const folder = (require.resolve.paths(name) ?? []).map((path) => join(path, name)).find((path) => existsSync(path));
  if (!folder) throw new Error(`The package ${name} is not installed`);
  return folder;
}

export interface PackageFacts {
  version: string;
  bytes: number;
}

/** Version of a package and size of one of its files. */
export function packageFacts(folder: string, file: string): PackageFacts {
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { version, bytes: statSync(join(folder, file)).size };
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

/** Domains of throw-away mail, lower case. */
export const readDisposableMail = (): readonly string[] =>
  JSON.parse(readFileSync(join(packageFolder(DISPOSABLE_PACKAGE), DISPOSABLE_FILE), 'utf8'));

export const DISPOSABLE_PACKAGE = 'disposable-email-domains-js';
export const DISPOSABLE_FILE = join('dist', 'dict', 'disposable_email_blocklist.json');
