import type { Because } from '../server/verdict-changes.ts';

let operations = 0;

/** A cause of its own for each call, so that every change a test makes is recorded. */
export const because = (cause: Because['cause'] = 'rules'): Because => ({
  cause,
  operation: `test ${++operations}`,
  author: 'tester',
  reason: 'test',
});
