import type { Route } from '#platform/server/http/implement.ts';
import { serverSlice } from '#platform/server/slice.ts';
import { appConfigurationRoutes } from './app-configuration-routes.ts';
import type { ConfigurationParts } from './configuration-answers.ts';
import { configurationRoutes } from './configuration-routes.ts';
import { personalPublishers } from './personal-data.ts';
import { registerRoutes } from './register-routes.ts';
import { clickTable, metaCampaign, publisherTable } from './tables.ts';

export const PUBLISHERS_SERVER = serverSlice({
  id: 'domains/publishers',
  routes: (parts: ConfigurationParts): Route[] => [
    ...configurationRoutes(parts),
    ...appConfigurationRoutes(parts),
    ...registerRoutes(parts),
  ],
  tables: [
    { table: publisherTable, person: 'searched', names: [publisherTable.createdBy] },
    { table: clickTable, person: 'none' },
    { table: metaCampaign, person: 'names', names: [metaCampaign.updatedBy] },
  ],
  personalData: [personalPublishers],
});
