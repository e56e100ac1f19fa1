import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What a file says of its environment; nothing for most. */
const environmentOf = ({ moduleId }: TestSpecification): string =>
  readFileSync(moduleId, 'utf8')
    .match(/^\/\/ @vitest-environment.*$/gm)
    ?.join(' ') ?? '';

/** With `ADSIEVE_SHUFFLE=1` files run in an order of the run's seed: none may live off what another left in their process. */
const drawn = ({ moduleId }: TestSpecification): string =>
  createHash('sha256').update(`${process.env['ADSIEVE_SEED']} ${moduleId}`).digest('hex');

/**
 * Files of one environment follow each other, since a worker goes on only with a file that needs the same one. The many that
 * need none are last, the longest of them first, so that short ones fill the end.
 */
export class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longestFirst = await super.sort(files);
    if (process.env['ADSIEVE_SHUFFLE'] === '1') longestFirst.sort((a, b) => drawn(a).localeCompare(drawn(b)));
    const placed = longestFirst.map((file) => ({ file, environment: environmentOf(file) }));
    placed.sort(
      (a, b) => a.file.project.name.localeCompare(b.file.project.name) || b.environment.localeCompare(a.environment),
    );
    return placed.map(({ file }) => file);
  }
}
