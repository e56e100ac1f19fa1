/** Everything that is checked, and one plain last line with the sum. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { lastReports, mapDifference } from '../spec-map.mjs';
import { COMPILE, ensureBuilt, ensureInstalled, ROOT, run, step } from './steps.mjs';

const LINT = ['Lint', 'npx', ['biome', 'check', '.']];
const TYPES = ['Types', 'npx', COMPILE];
const UNUSED = ['Unused files, exports and packages', 'npx', ['knip']];

/** What needs no engine: seconds, for the loop while writing. */
export async function check() {
  await ensureInstalled();
  let failed = 0;
  for (const each of [LINT, TYPES, UNUSED]) if (!(await step(...each))) failed += 1;
  return failed > 0 ? 1 : 0;
}

/** What the processes of a run drew, one line each (test/support/sample.ts). */
const DRAWN = '.tmp/drawn.jsonl';

export async function test() {
  await ensureInstalled();
  sayWhatIsDrawn();
  const sum = { passed: 0, failed: 0, files: [] };
  const chromium = findChromium();
  // None of these keeps two cores busy by itself; the program is built by the compiler that checks its types.
  const unused = step(...UNUSED, { beside: true });
  const lint = step(...LINT, { beside: true });
  const types = step(...TYPES, { beside: true });
  const ready = chromium !== undefined && (await built(sum, types));
  count(sum, await types);
  count(sum, await lint);
  count(sum, await unused);
  await vitest('unit', sum);
  await vitest('served', sum);
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
  sayTheLongest(sum.files);
  sayWhatWasLeftOut();
  if (ready && sum.failed === 0) count(sum, mapAgrees());
  process.stdout.write(`${sum.passed} passed, ${sum.failed} failed\n`);
  return sum.failed > 0 ? 1 : 0;
}

/**
 * The tests that reach a file changed since a commit: the one named, or else where this branch left `main`; on `main`
 * itself what is not committed, or the last commit where all is. By imports, so what is read as a file (SQL, texts) and the screens in a browser are
 * not seen.
 */
export async function testChanged([named]) {
  await ensureInstalled();
  const since = named ?? whereBranchLeft() ?? (git('status', '--porcelain') === '' ? 'HEAD~1' : 'HEAD');
  process.stdout.write(`Tests that reach what changed since ${since}; browser tests are left out\n`);
  return run('npx', ['vitest', 'run', '--project', 'unit', '--passWithNoTests', '--changed', since]);
}

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function whereBranchLeft() {
  try {
    const left = git('merge-base', 'HEAD', 'main');
    return left === git('rev-parse', 'HEAD') ? undefined : left;
  } catch {
    return undefined;
  }
}

function sayWhatIsDrawn() {
  process.env.ADSIEVE_SEED ??= String(Date.now() % 1_000_000);
  mkdirSync('.tmp', { recursive: true });
  rmSync(DRAWN, { force: true });
  process.env.ADSIEVE_DRAWN = join(process.cwd(), DRAWN);
  if (process.env.ADSIEVE_TEST_ALL !== '1') process.env.ADSIEVE_DRAW_FILES = '1';
  const told =
    process.env.ADSIEVE_TEST_ALL === '1'
      ? 'Nothing is left out of this run'
      : 'This run takes samples (docs/testing.md); npm run test:all takes all';
  process.stdout.write(`  ${told}. Repeat it: ADSIEVE_SEED=${process.env.ADSIEVE_SEED}\n`);
}

const LONGEST = 10;

/** So that what grows is seen before the whole is too long: what a file's tests took by the clock, beside the others. */
function sayTheLongest(files) {
  const all = files.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }));
  const longest = all.toSorted((a, b) => b.seconds - a.seconds).slice(0, LONGEST);
  process.stdout.write(`The ${longest.length} longest of ${all.length} files:\n`);
  for (const { name, seconds } of longest) process.stdout.write(`  ${seconds.toFixed(1)} s  ${relative(ROOT, name)}\n`);
}

/** One line for each group of samples: how much of what there is this run looked at. */
function sayWhatWasLeftOut() {
  if (!existsSync(DRAWN)) return;
  const places = new Map();
  for (const line of readFileSync(DRAWN, 'utf8').trim().split('\n')) {
    const { group, place, few, all } = JSON.parse(line);
    places.set(`${group}\n${place}`, { group, few, all });
  }
  const groups = new Map();
  for (const { group, few, all } of places.values()) {
    const sum = groups.get(group) ?? { few: 0, all: 0 };
    groups.set(group, { few: sum.few + few, all: sum.all + all });
  }
  process.stdout.write(`Left out of this run, drawn by ADSIEVE_SEED=${process.env.ADSIEVE_SEED}:\n`);
  for (const [group, { few, all }] of groups) process.stdout.write(`  ${group}: ${all - few} of ${all}\n`);
}

/** Only a run of all tests can say what they name; with a failure among them there is something else to mend first. */
function mapAgrees() {
  const difference = mapDifference(lastReports());
  if (difference) process.stdout.write(`docs/spec-map.md: ${difference}. Write it anew with: npm run spec-map\n`);
  return difference === '';
}

async function built(sum, compiled) {
  try {
    await ensureBuilt(compiled);
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
  sum.files.push(...(result?.testResults ?? []));
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
