import { slice } from '#platform/contract/slice.ts';
import { WHITE_LISTING_PAGES } from './pages.ts';

export const WHITE_LISTING = slice({ id: 'domains/white-listing', pages: WHITE_LISTING_PAGES });
