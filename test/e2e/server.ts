/** The real program, built, started as a person would start it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const START_MS = 90_000;
const PROGRAM = 'dist/src/cli/main.js';

export interface Server {
  base: string;
  /** The one-time link of a first run; '' once an administrator exists. */
  setupLink: string;
  dataFolder: string;
  stop: () => Promise<void>;
}

/** A fresh folder that only its owner can enter. */
export const newDataFolder = (): string => mkdtempSync(join(tmpdir(), 'adsieve-e2e-'));

const environment = (dataFolder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  ADSIEVE_DATA: dataFolder,
  ADSIEVE_PORT: '0',
  ADSIEVE_EMBED_ORIGINS: 'https://reports.example',
  LOG_LEVEL: 'warn',
  // Files stand for people in different networks, so that none uses up what another may try (see addressOfFile).
  ADSIEVE_TRUST_PROXY: 'true',
  UV_THREADPOOL_SIZE: '24',
});

export async function startServer(dataFolder = newDataFolder()): Promise<Server> {
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: environment(dataFolder),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const link = await printedLink(child);
  let stopping = false;
  child.once('exit', (code, signal) => {
    if (!stopping) console.error(`\n!!! The server went away by itself: ${code ?? signal}\n`);
  });
  const { origin, pathname } = new URL(link);
  return {
    base: origin,
    setupLink: pathname === '/setup' ? link : '',
    dataFolder,
    stop: async () => {
      stopping = true;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill('SIGTERM')) await gone;
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The address the server prints when it is ready: the first-run link, or the plain address. */
function printedLink(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The server did not print its address in time')), START_MS);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready`)));
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const link = line.match(/https?:\/\/\S+\/setup\?token=\S+/)?.[0] ?? line.match(/ready:\s+(https?:\/\/\S+)/)?.[1];
      if (!link) return;
      clearTimeout(late);
      resolve(link);
    });
  });
}

export interface Ended {
  code: number | null;
  output: string;
}

/** A command line beside the running server that holds the data folder. */
export function runBeside(dataFolder: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: environment(dataFolder),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, output })));
}
