import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';

export interface Ended {
  /** What ended it, when it did not end by itself. */
  signal: NodeJS.Signals | null;
  lastLine: string;
}

/**
 * A script of `test/support` in a process of its own, since the engine binds one folder per process. It is put into one
 * file first, from the sources as they are now: reading each source by itself takes most of a short life.
 */
export function useChild(name: string): (args: readonly string[]) => Promise<Ended> {
  // Inside the repository: packages are looked for from here.
  const folder = join(process.cwd(), '.tmp', 'children', String(process.pid));
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    await bundle(join(import.meta.dirname, `${name}.ts`), folder, name);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return async (args) => {
    const child = spawn(process.execPath, [join(folder, `${name}.mjs`), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (bytes) => {
      output += bytes;
    });
    return new Promise((ended, failed) => {
      child.once('error', failed);
      child.once('close', (_code, signal) => ended({ signal, lastLine: output.trim().split('\n').at(-1) ?? '' }));
    });
  };
}

const CONDITIONS = ['development', 'node'];

async function bundle(entry: string, outDir: string, name: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: CONDITIONS },
    ssr: { resolve: { conditions: CONDITIONS } },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
}
