import { slice } from '#platform/contract/slice.ts';
import { RELEVANCY_PUBLIC_PAGES } from './public-pages.ts';

export const RELEVANCY = slice({ id: 'domains/relevancy', pages: [...RELEVANCY_PUBLIC_PAGES] });
