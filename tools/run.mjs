/**
 * `npm run demo | start | test | test:changed | dev | build | check | sync` and `npm run adsieve -- …`.
 * Plain JavaScript without dependencies: it must work on an empty clone, before anything is installed or built.
 */
import { existsSync } from 'node:fs';
import { build, ensureBuilt, ensureInstalled, requireNode, run, runTogether, sync } from './run/steps.mjs';
import { check, test, testChanged } from './run/test.mjs';

const [command, ...rest] = process.argv.slice(2);
const MAIN = 'dist/src/cli/main.js';
const WHOLE = { ADSIEVE_TEST_ALL: '1', ADSIEVE_ABORTS: '10000', ADSIEVE_FUZZ: '100000' };

const commands = {
  demo: () => program('serve', '--demo', ...rest),
  start: () => program('serve', ...rest),
  cli: () => program(...rest),
  test,
  'test:all': () => {
    // What `npm test` takes a sample of.
    for (const [name, value] of Object.entries(WHOLE)) process.env[name] ??= value;
    return test();
  },
  'test:changed': () => testChanged(rest),
  check,
  build,
  sync,
  bench: async () => {
    await ensureInstalled();
    await ensureBuilt();
    const [name = 'boards', ...options] = rest;
    return run('npx', ['tsx', '--conditions=development', `bench/${name}/run.ts`, ...options]);
  },
  dev: async () => {
    await ensureInstalled();
    // The server shows the last build under its own address and will not start without any.
    if (!existsSync('dist/web/index.html')) await ensureBuilt();
    const port = Number(process.env.ADSIEVE_PORT ?? 4800);
    process.stdout.write(`\n  Open http://127.0.0.1:${port + 1} (pages with hot reload; the server is on ${port})\n\n`);
    const server = ['watch', '--clear-screen=false', '--conditions=development', 'src/cli/main.ts', 'serve', ...rest];
    return runTogether(
      ['node_modules/tsx/dist/cli.mjs', ...server],
      ['node_modules/vite/bin/vite.js', '--clearScreen=false'],
    );
  },
};

async function program(...args) {
  await ensureInstalled();
  await ensureBuilt();
  return run(process.execPath, [MAIN, ...args]);
}

requireNode();
const action = commands[command];
if (!action) {
  process.stderr.write(`Usage: node tools/run.mjs ${Object.keys(commands).join(' | ')}\n`);
  process.exit(2);
}
action().then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
