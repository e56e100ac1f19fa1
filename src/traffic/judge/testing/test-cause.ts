import type { ChangeCause } from '../server/verdict-changes.ts';

let operations = 0;

/** A cause of its own for each call, so that every change a test makes is recorded. */
export const testCause = (kind: ChangeCause['kind'] = 'rules'): ChangeCause => ({
  kind,
  operation: `test ${++operations}`,
  author: 'tester',
  reason: 'test',
});
