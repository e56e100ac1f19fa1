/** Everything that is checked, and one plain last line with the sum. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, run, step } from './steps.mjs';

const LINT = ['Lint', 'npx', ['biome', 'check', '.']];
const TYPES = ['Types', 'npx', ['tsc', '-b']];
const UNUSED = ['Unused files, exports and packages', 'npx', ['knip']];

/** What needs no engine: seconds, for the loop while writing. */
export async function check() {
  await ensureInstalled();
  let failed = 0;
  for (const each of [LINT, TYPES, UNUSED]) if (!(await step(...each))) failed += 1;
  return failed > 0 ? 1 : 0;
}

export async function test() {
  await ensureInstalled();
  const sum = { passed: 0, failed: 0 };
  const chromium = findChromium();
  // None of these keeps two cores busy by itself; the program is built by the compiler that checks its types.
  const unused = step(...UNUSED, { beside: true });
  const lint = step(...LINT, { beside: true });
  count(sum, await step(...TYPES, { beside: true }));
  const ready = chromium !== undefined && (await built(sum));
  count(sum, await lint);
  count(sum, await unused);
  await vitest('unit', sum);
  if (chromium) {
    if (ready) await vitest('e2e', sum, { CHROMIUM_PATH: chromium });
  } else {
    process.stdout.write(
      '\n!!! NO CHROMIUM: the browser tests were NOT run. Install one with\n' +
        '!!!     npx playwright-core install --with-deps chromium\n' +
        '!!! or name an existing one in CHROMIUM_PATH.\n\n',
    );
    if (process.env.CI === 'true') sum.failed += 1;
  }
  process.stdout.write(`${sum.passed} passed, ${sum.failed} failed\n`);
  return sum.failed > 0 ? 1 : 0;
}

async function built(sum) {
  try {
    await ensureBuilt();
    return true;
  } catch {
    sum.failed += 1;
    return false;
  }
}

async function vitest(project, sum, env = {}) {
  const report = `.tmp/${project}.json`;
  mkdirSync('.tmp', { recursive: true });
  rmSync(report, { force: true });
  const args = ['vitest', 'run', '--project', project, '--passWithNoTests'];
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run('npx', [...args, ...reporters], env);
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  const failed = result?.numFailedTests ?? 0;
  sum.passed += result?.numPassedTests ?? 0;
  for (const name of passedTheSecondTime(result)) process.stdout.write(`Passed only the second time: ${name}\n`);
  // A file that does not load has no tests to fail, and still is a failure.
  sum.failed += failed === 0 && code !== 0 ? 1 : failed;
}

const passedTheSecondTime = (result) =>
  (result?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName }) => fullName);

/** Lint, types and what is unused are failures among others, but not tests to boast of. */
function count(sum, passed) {
  if (!passed) sum.failed += 1;
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  const usual = [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/opt/google/chrome/chrome',
  ];
  const mac = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
  return [named, ...usual, ...mac, ...playwrightBrowsers()].find((path) => path && existsSync(path));
}

function playwrightBrowsers() {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
  ].filter((cache) => cache && existsSync(cache));
  const places = ['chrome-linux/chrome', 'chrome-linux64/chrome', 'chrome-mac/Chromium.app/Contents/MacOS/Chromium'];
  return caches.flatMap((cache) =>
    readdirSync(cache)
      .filter((name) => name.startsWith('chromium-'))
      .sort()
      .reverse()
      .flatMap((name) => places.map((place) => join(cache, name, place))),
  );
}
