/** Of a page of the feed: asked for when nothing is said, and at most. */
export const PAGE = 1_000;
export const LARGEST_PAGE = 5_000;
/** Changes can be asked for so long; whoever comes later begins anew. */
export const KEPT_DAYS = 30;
