import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// The thread pool is sized when a process starts, so the workers must inherit it.
process.env.UV_THREADPOOL_SIZE ??= '16';

const resolve = { conditions: ['development'] };
const ssr = {
  resolve: { conditions: ['development', 'node'], externalConditions: ['development', 'node'] },
};

/** From half a minute on: begun last, one of them would run alone while the other worker has nothing left to do. */
const LONGEST =
  /\/(e2e\/accessible[a-z-]*|import\/(crash|replace-days)|judge\/(judge-sql|stored-verdicts)|conformance\/(boards|fuzz)|replay\/(crash|replay)|sweep\/sweep(-jobs)?)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
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
          // One server for all; whoever changes something changes what is its own.
          maxWorkers: 2,
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
