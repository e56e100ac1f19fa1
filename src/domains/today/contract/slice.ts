import { slice } from '#platform/contract/slice.ts';
import { TODAY_PAGES } from './pages.ts';

export const TODAY = slice({ id: 'domains/today', pages: TODAY_PAGES });
