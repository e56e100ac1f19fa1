import { join } from 'node:path';

/** Shared by test runs, so that the network table is built once. Holds shipped lists only. */
export const TEST_LISTS = join(process.cwd(), '.tmp', 'lists');
