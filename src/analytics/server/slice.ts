import { serverSlice } from '#platform/server/slice.ts';
import { boardRoutes } from './board-routes.ts';
import { colorConfig, colorRoutes } from './color-routes.ts';
import { deepDiveRoutes } from './deep-dive-routes.ts';
import { lookupRoutes } from './lookup-routes.ts';
import type { AnalyticsDeps } from './question.ts';
import type { RunWidget } from './run-widget.ts';

export const ANALYTICS_SERVER = serverSlice({
  id: 'analytics',
  routes: (parts: AnalyticsDeps & Parameters<typeof colorRoutes>[0] & { runWidget: RunWidget }) => [
    ...boardRoutes(parts, parts.runWidget),
    ...lookupRoutes(parts, parts.runWidget),
    ...deepDiveRoutes(parts, parts.runWidget),
    ...colorRoutes(parts),
  ],
  tables: [{ table: colorConfig, person: 'none' }],
});
