import { defineConfig } from 'vitest/config';

// The thread pool is sized when a process starts, so the workers must inherit it.
process.env.UV_THREADPOOL_SIZE ??= '16';

const resolve = { conditions: ['development'] };
const ssr = {
  resolve: { conditions: ['development', 'node'], externalConditions: ['development', 'node'] },
};

export default defineConfig({
  test: {
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
          ],
          globalSetup: ['test/support/global-setup.ts'],
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/global-setup.ts'],
          pool: 'forks',
          maxWorkers: 1,
          fileParallelism: false,
          testTimeout: 90_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
