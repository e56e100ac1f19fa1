import { configDefaults, defineConfig } from 'vitest/config';
import { ByEnvironment } from './test/support/by-environment.ts';
import { leftOutFiles } from './test/support/drawn-files.ts';
import { runFolder } from './test/support/run-folder.ts';
import { workers } from './test/support/workers.ts';

// The thread pool is sized when a process starts, so the workers must inherit it.
process.env.UV_THREADPOOL_SIZE ??= '16';
process.env.TMPDIR ??= runFolder();
// Every worker draws its samples by it (test/support/sample.ts).
if (!process.env.ADSIEVE_SEED) {
  process.env.ADSIEVE_SEED = String(Date.now() % 1_000_000);
  process.stdout.write(`ADSIEVE_SEED=${process.env.ADSIEVE_SEED}\n`);
}

const resolve = { conditions: ['development'] };
const ssr = {
  resolve: { conditions: ['development', 'node'], externalConditions: ['development', 'node'] },
};

/** Of tests that share engines. */
const shared = {
  globalSetup: ['test/support/global-setup.ts'],
  setupFiles: ['test/support/clean-file.ts'],
  pool: 'forks' as const,
  // A worker runs one file after another and loads what they share once. What each file has of its own: docs/testing.md.
  isolate: false,
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    // Here and not in a project, where `--maxWorkers=1` would not be heard.
    maxWorkers: workers(),
    sequence: { sequencer: ByEnvironment },
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'test/conformance/**/*.test.ts',
            'test/*.test.ts',
            'demo/**/*.test.ts',
            'bench/**/*.test.ts',
            'clients/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...leftOutFiles('unit')],
          ...shared,
        },
      },
      {
        resolve,
        ssr,
        test: {
          // Stores of traffic once more, over the client, the settings and the statements of a cluster: a file,
          // live events, rules written into history, undo, erasure, boards, the change feed. What stands in for the server: docs/testing.md.
          name: 'served',
          include: ['src/traffic/changes/server/read-changes.test.ts', 'src/analytics/server/parts-and-ranks.test.ts'],
          env: { ADSIEVE_TEST_ENGINE: 'http' },
          ...shared,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...leftOutFiles('e2e')],
          globalSetup: ['test/e2e/global-setup.ts'],
          pool: 'forks',
          // One server for all; whoever changes something changes what is its own. One browser for the files of a worker.
          isolate: false,
          expect: { poll: { timeout: 15_000 } },
          // A build server shares its cores; what passes only the second time is named at the end of the run.
          retry: process.env.CI === 'true' ? 1 : 0,
          testTimeout: 90_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
