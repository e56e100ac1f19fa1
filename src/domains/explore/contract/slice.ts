import { slice } from '#platform/contract/slice.ts';
import { EXPLORE_PAGE } from './pages.ts';

export const EXPLORE_SLICE = slice({ id: 'domains/explore', pages: [EXPLORE_PAGE] });
