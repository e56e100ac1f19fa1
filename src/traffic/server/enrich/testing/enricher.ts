import { join } from 'node:path';
import { type Lists, openLists } from '../../lists/lists.ts';
import { createEnricher, type Enricher } from '../enrich.ts';

/** Shared by test runs, so that the network table is built once. Holds shipped lists only. */
export const TEST_LISTS = join(process.cwd(), '.tmp', 'lists');

export const testLists = (): Promise<Lists> => openLists({ folder: TEST_LISTS });

export const testEnricher = async (): Promise<Enricher> => createEnricher(await testLists());
