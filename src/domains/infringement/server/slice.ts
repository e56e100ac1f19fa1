import { serverSlice } from '#platform/server/slice.ts';
import { domainJobs } from './domain-jobs.ts';
import { type DomainParts, domainRoutes } from './domain-routes.ts';
import { personalAds } from './personal-data.ts';
import { adRoutes } from './routes.ts';
import { searchAd, searchParty, trackedDomain } from './tables.ts';

export const INFRINGEMENT_SERVER = serverSlice({
  id: 'domains/infringement',
  routes: (parts: DomainParts) => [...adRoutes(parts), ...domainRoutes(parts)],
  jobs: domainJobs,
  tables: [
    { table: searchParty, person: 'names', names: [searchParty.createdBy] },
    { table: trackedDomain, person: 'names', names: [trackedDomain.createdBy] },
    { table: searchAd, person: 'searched', names: [searchAd.createdBy] },
  ],
  personalData: [personalAds],
});
