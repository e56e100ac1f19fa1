import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What a file says of its environment, nothing for most; and whether it says that it is long (`// @long why`). */
function saidBy({ moduleId }: TestSpecification) {
  const text = readFileSync(moduleId, 'utf8');
  return {
    environment: text.match(/^\/\/ @vitest-environment.*$/gm)?.join(' ') ?? '',
    isLong: /^\/\/ @long /m.test(text),
  };
}

/** With `ADSIEVE_SHUFFLE=1` files run in an order of the run's seed: none may live off what another left in their process. */
const drawn = ({ moduleId }: TestSpecification): string =>
  createHash('sha256').update(`${process.env['ADSIEVE_SEED']} ${moduleId}`).digest('hex');

/**
 * Files of one environment follow each other, since a worker goes on only with a file that needs the same one. The many that
 * need none are last, the longest of them first, so that short ones fill the end. A build server knows no durations of an
 * earlier run and takes the size of a file for them: a few lines that walk all pages say themselves that they are long.
 */
export class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longestFirst = await super.sort(files);
    const isDrawn = process.env['ADSIEVE_SHUFFLE'] === '1';
    if (isDrawn) longestFirst.sort((a, b) => drawn(a).localeCompare(drawn(b)));
    const placed = longestFirst.map((file) => ({ file, ...saidBy(file) }));
    placed.sort(
      (a, b) =>
        a.file.project.name.localeCompare(b.file.project.name) ||
        b.environment.localeCompare(a.environment) ||
        (isDrawn ? 0 : Number(b.isLong) - Number(a.isLong)),
    );
    return placed.map(({ file }) => file);
  }
}
