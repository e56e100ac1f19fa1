/** What a machine may lack that a test needs. */
import { spawnSync } from 'node:child_process';
import { sayLeftOut } from './sample.ts';

export const hasProgram = (name: string): boolean => !spawnSync(name, ['-version'], { stdio: 'ignore' }).error;

/**
 * Whether a program is there; where it is not, the run says last that its tests were left out. The build server installs
 * it (`.ci/run`), so that there they fail.
 */
export function hasInstalled(name: string): boolean {
  const isThere = hasProgram(name);
  if (!isThere && process.env['CI'] === 'true') throw new Error(`${name} is not installed: .ci/run installs it`);
  return isThere || leaveOut(`Tests that need ${name}`, name);
}

/** False, and the run says last what it did without. */
export function leaveOut(what: string, place: string): false {
  sayLeftOut({ group: what, place, few: 0, all: 1 });
  return false;
}
