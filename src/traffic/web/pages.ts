import type { PageComponents } from '#platform/web/layout/page-component.ts';
import type { TrafficPageId } from '#traffic/contract/pages.ts';

/** Partial only until both screens exist; then the type makes a missing one a compile error. */
export const TRAFFIC_PAGE_COMPONENTS: Partial<PageComponents<TrafficPageId>> = {};
