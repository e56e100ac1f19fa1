import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { bundle } from './bundle.ts';

export interface Ended {
  /** What ended it, when it did not end by itself. */
  signal: NodeJS.Signals | null;
  lastLine: string;
}

/** Called with each line of a child that still runs, and how to kill it. */
type OnLine = (line: string, kill: () => void) => void;

/** A script of `test/support` in a process of its own, since the engine binds one folder per process. */
export function useChild(name: string): (args: readonly string[], onLine?: OnLine) => Promise<Ended> {
  const folder = join(process.cwd(), '.tmp', 'children', String(process.pid));
  let script = '';
  beforeAll(async () => {
    script = await bundle(join(import.meta.dirname, `${name}.ts`), folder, name);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return async (args, onLine) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (bytes) => {
      output += bytes;
      const lines = String(bytes)
        .split('\n')
        .filter((line) => line !== '');
      for (const line of lines) onLine?.(line, () => child.kill('SIGKILL'));
    });
    return new Promise((ended, failed) => {
      child.once('error', failed);
      child.once('close', (_code, signal) => ended({ signal, lastLine: output.trim().split('\n').at(-1) ?? '' }));
    });
  };
}
