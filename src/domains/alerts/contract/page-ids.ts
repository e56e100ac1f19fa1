import { ALERT_PAGES } from './pages.ts';

/** Apart from the pages, which every screen loads. */
export const ALERT_PAGE_IDS = ALERT_PAGES.map(({ id }) => id);
