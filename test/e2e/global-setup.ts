/** The real program, built, started as a person would, on an empty data folder; the browser tests are its first users. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    base: string;
    setupLink: string;
    dataFolder: string;
  }
}

const START_MS = 60_000;

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'adsieve-e2e-'));
  const server = spawn(process.execPath, ['dist/src/cli/main.js', 'serve'], {
    env: { ...process.env, ADSIEVE_DATA: dataFolder, ADSIEVE_PORT: '0', LOG_LEVEL: 'warn', UV_THREADPOOL_SIZE: '24' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const setupLink = await printedLink(server);
  project.provide('base', new URL(setupLink).origin);
  project.provide('setupLink', setupLink);
  project.provide('dataFolder', dataFolder);
  return async () => {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    rmSync(dataFolder, { recursive: true, force: true });
  };
}

function printedLink(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The server did not print its first-run link in time')), START_MS);
    server.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready`)));
    if (!server.stdout) return;
    createInterface({ input: server.stdout }).on('line', (line) => {
      const link = line.match(/https?:\/\/\S+\/setup\?token=\S+/)?.[0];
      if (!link) return;
      clearTimeout(late);
      resolve(link);
    });
  });
}
