import { serverSlice } from '#platform/server/slice.ts';
import type { Texts } from '#platform/server/texts.ts';
import { boardRoutes } from './board-routes.ts';
import { colorConfig, colorRoutes, configuredColors } from './color-routes.ts';
import { deepDiveRoutes } from './deep-dive-routes.ts';
import { type EmbedDeps, embedRoutes } from './embed-routes.ts';
import { lookupRoutes } from './lookup-routes.ts';
import { pdfRoutes } from './pdf-routes.ts';
import type { RunWidget } from './run-widget.ts';

export const ANALYTICS_SERVER = serverSlice({
  id: 'analytics',
  routes: (parts: EmbedDeps & Parameters<typeof colorRoutes>[0] & { runWidget: RunWidget; texts: Texts }) => [
    ...boardRoutes(parts, parts.runWidget),
    ...lookupRoutes(parts, parts.runWidget),
    ...deepDiveRoutes(parts, parts.runWidget),
    ...embedRoutes(parts, parts.runWidget),
    ...pdfRoutes({ ...parts, colours: () => configuredColors(parts.database) }),
    ...colorRoutes(parts),
  ],
  tables: [{ table: colorConfig, person: 'none' }],
});
