/**
 * One real server for all browser tests, filled with a month of demo traffic. Tests that change numbers bring a package
 * of their own.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { TEST_LISTS } from '#traffic/lists/testing/test-lists.ts';
import { bundle } from '../support/bundle.ts';
import type { People } from './people.ts';
import { newDataFolder, startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    base: string;
    dataFolder: string;
    people: People;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = newDataFolder();
  const people = await seed(dataFolder);
  const server = await startServer(dataFolder);
  project.provide('base', server.base);
  project.provide('dataFolder', dataFolder);
  project.provide('people', people);
  return server.stop;
}

async function seed(dataFolder: string): Promise<People> {
  // The table of networks that other tests have built; without one the program builds its own.
  if (existsSync(TEST_LISTS)) cpSync(TEST_LISTS, join(dataFolder, 'lists'), { recursive: true });
  const script = await bundle(join(import.meta.dirname, 'seed.ts'), join(process.cwd(), '.tmp', 'children'), 'seed');
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ADSIEVE_DATA: dataFolder, LOG_LEVEL: 'warn', UV_THREADPOOL_SIZE: '24' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      if (code === 0) resolve(JSON.parse(output.trim().split('\n').at(-1) ?? ''));
      else reject(new Error(`Filling the data folder ended with ${code}\n${output}`));
    });
  });
}
