import { type Lists, openLists } from '../../lists/lists.ts';
import { TEST_LISTS } from '../../lists/testing/test-lists.ts';
import { createEnricher, type Enricher } from '../enrich.ts';

export const testLists = (): Promise<Lists> => openLists({ folder: TEST_LISTS });

export const testEnricher = async (): Promise<Enricher> => createEnricher(await testLists());
