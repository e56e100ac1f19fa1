/** The steps that bring an empty clone to a built one, each skipped when nothing has changed. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
process.chdir(ROOT);

const INSTALL_STAMP = 'node_modules/.adsieve-installed';
const BUILD_STAMP = 'dist/.adsieve-built';
const SOURCES = [
  'src',
  'demo',
  'clients',
  'package-lock.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'vite.tag.config.ts',
  'index.html',
  'public',
];

/**
 * Four of these, as is usual, each work out again what the others know: one takes two thirds of the machine's time, and
 * projects that do not build on each other are compiled side by side anyway.
 */
export const COMPILE = ['tsc', '-b', '--checkers', '1'];

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(`Adsieve needs Node 20.19 or newer; this is ${process.versions.node}. See https://nodejs.org\n`);
  process.exit(1);
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const codeOf = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0);

/** Runs a program in the foreground; signals reach it, its exit code comes back. */
export function run(file, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'inherit', env: { ...environment(), ...env } });
    const pass = (signal) => child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, pass);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const each of SIGNALS) process.off(each, pass);
      resolve(codeOf(code, signal));
    });
  });
}

/**
 * Node programs side by side: when one ends, so do the others. Each is a process group of its own, so that Ctrl+C
 * reaches it once, from here: a second one makes a watcher kill its program instead of waiting for it.
 */
export async function runTogether(...programs) {
  const stdio = ['ignore', 'inherit', 'inherit'];
  const children = programs.map((args) => spawn(process.execPath, args, { stdio, detached: true, env: environment() }));
  let stopping = false;
  const stop = (signal) => {
    if (stopping) return;
    stopping = true;
    for (const child of children) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const ended = (child) =>
    new Promise((resolve) => {
      child.on('exit', (code, signal) => {
        stop('SIGTERM');
        resolve(codeOf(code, signal));
      });
    });
  return Math.max(...(await Promise.all(children.map(ended))));
}

/** libuv sizes its thread pool once, at start: one thread per query that may run, and some for files and DNS. */
function environment() {
  const threads = Math.max(24, Number(process.env.UV_THREADPOOL_SIZE) || 0);
  return { ...process.env, UV_THREADPOOL_SIZE: String(threads) };
}

/** A terminal counts every second; a log gets a line that often while a step goes on. */
const LOG_EVERY_SECONDS = 15;

/**
 * One line per step: what, and how long it took; it counts seconds while it goes on. Output of the step appears only
 * when it fails. `beside` others it is silent until it is done, for two lines would be written into one.
 */
export async function step(title, file, args, { beside = false } = {}) {
  const started = Date.now();
  const live = process.stdout.isTTY && !beside;
  const tick = () => {
    const seconds = Math.round((Date.now() - started) / 1000);
    if (live) process.stdout.write(`\r  … ${title}  ${seconds} s`);
    else if (seconds > 0 && seconds % LOG_EVERY_SECONDS === 0)
      process.stdout.write(`  … ${title}, ${seconds} s so far\n`);
  };
  if (live) tick();
  const ticking = beside ? undefined : setInterval(tick, 1000);
  const { code, output } = await runQuietly(file, args);
  clearInterval(ticking);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${live ? '\r' : ''}  ${code === 0 ? '✓' : '✗'} ${title}  ${seconds} s\n`);
  if (code !== 0) process.stdout.write(`${output}\n`);
  return code === 0;
}

function runQuietly(file, args) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { env: environment() });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ code: 1, output: `${file}: ${error.message}` }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

export async function ensureInstalled() {
  const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  if (existsSync(INSTALL_STAMP) && readFileSync(INSTALL_STAMP, 'utf8') === wanted) return;
  const done = await step('Installing packages', 'npm', ['install', '--no-audit', '--no-fund']);
  if (!done) throw new Error('The packages could not be installed.');
  // npm may complete the lock for this platform; what counts is the lock as it is now.
  writeFileSync(INSTALL_STAMP, createHash('sha256').update(readFileSync('package-lock.json')).digest('hex'));
}

export async function ensureBuilt(compiled) {
  if (existsSync(BUILD_STAMP) && newestOf(SOURCES) <= statSync(BUILD_STAMP).mtimeMs) return;
  if ((await build(compiled)) !== 0) throw new Error('The program could not be built.');
}

const VITE = ['vite', 'build', '--logLevel', 'warn'];

/**
 * The pages are built from the sources, so beside the server. Where a compiler is at work already, ours waits for it:
 * two would write the same files.
 */
export async function build(compiled = undefined) {
  await ensureInstalled();
  const begun = new Date();
  const web = step('Building the web pages', 'npx', VITE, { beside: true });
  const tag = step('Building the tag', 'npx', [...VITE, '--config', 'vite.tag.config.ts'], { beside: true });
  await compiled;
  const server = step('Building the server', 'npx', [...COMPILE, 'tsconfig.server.json']);
  if ((await Promise.all([server, web, tag])).includes(false)) return 1;
  mkdirSync(dirname(BUILD_STAMP), { recursive: true });
  writeFileSync(BUILD_STAMP, begun.toISOString());
  return 0;
}

// The last one fails where a translation is older than its English, when all else is written.
const SYNC_SCRIPTS = [
  'src/analytics/server/sync-sql.ts',
  'test/support/sync-traffic-sql.ts',
  'src/app/server/sync-openapi.ts',
  'src/traffic/rules/server/sync-rule-texts.ts',
];

/**
 * Writes the committed texts anew from what they come from: the list of rules, digests beside their translations,
 * SQL of the boards and of judging, OpenAPI, the picture of the rooms, the check of evidence archives, the map of the
 * specification.
 */
export async function sync() {
  await ensureInstalled();
  for (const script of ['tools/rule-list.mjs', 'tools/rooms-page.mjs', 'tools/verifier.mjs', 'tools/spec-map.mjs'])
    if (!(await step(script, process.execPath, [script]))) return 1;
  for (const script of SYNC_SCRIPTS) {
    if (!existsSync(script)) continue;
    if (!(await step(script, 'npx', ['tsx', '--conditions=development', script]))) return 1;
  }
  return 0;
}

function newestOf(paths) {
  let newest = 0;
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const stat = statSync(path);
    newest = Math.max(newest, stat.mtimeMs);
    if (stat.isDirectory()) newest = Math.max(newest, newestOf(readdirSync(path).map((name) => join(path, name))));
  }
  return newest;
}
