import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What a file says of its environment in its first lines; nothing for most. */
function environmentOf({ moduleId }: TestSpecification): string {
  const text = readFileSync(moduleId, 'utf8');
  return [...text.matchAll(/^\/\/ @vitest-environment.*$/gm)].map(([line]) => line).join(' ');
}

/**
 * Files of one environment one after another: a worker goes on with the next file only if it needs the same one. Those with
 * an environment of their own come first, since the long ones are without and the short ones of screens fill the end.
 */
export class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groups = new Map<string, TestSpecification[]>();
    for (const file of await super.sort(files)) {
      const key = `${file.project.name} ${environmentOf(file)}`;
      groups.set(key, [...(groups.get(key) ?? []), file]);
    }
    return [...groups.values()].flat();
  }
}
