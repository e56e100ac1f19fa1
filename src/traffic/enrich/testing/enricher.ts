import { type Lists, openLists } from '#traffic/lists/server/lists.ts';
import { TEST_LISTS } from '#traffic/lists/testing/test-lists.ts';
import { createEnricher, type Enricher } from '../server/enrich.ts';

export const testLists = (): Promise<Lists> => openLists({ folder: TEST_LISTS });

export const testEnricher = async (): Promise<Enricher> => createEnricher(await testLists());
