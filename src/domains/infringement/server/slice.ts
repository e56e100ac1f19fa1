import { serverSlice } from '#platform/server/slice.ts';
import type { CheckParts } from './check-domains.ts';
import { type CouponJobParts, couponJobs } from './coupon-jobs.ts';
import { couponRoutes } from './coupon-routes.ts';
import { domainJobs } from './domain-jobs.ts';
import { type DomainParts, domainRoutes } from './domain-routes.ts';
import { personalAds, personalCoupons } from './personal-data.ts';
import { adRoutes } from './routes.ts';
import { couponCode, couponEventDay, couponPool, couponUse, searchAd, searchParty, trackedDomain } from './tables.ts';

type JobParts = CheckParts & CouponJobParts;

export const INFRINGEMENT_SERVER = serverSlice({
  id: 'domains/infringement',
  routes: (parts: DomainParts) => [...adRoutes(parts), ...domainRoutes(parts), ...couponRoutes(parts)],
  jobs: (parts: JobParts) => [...domainJobs(parts), ...couponJobs(parts)],
  tables: [
    { table: searchParty, person: 'names', names: [searchParty.createdBy] },
    { table: trackedDomain, person: 'names', names: [trackedDomain.createdBy] },
    { table: couponPool, person: 'names', names: [couponPool.createdBy] },
    { table: couponCode, person: 'searched', names: [couponCode.issuedBy] },
    { table: couponUse, person: 'searched', names: [couponUse.createdBy] },
    { table: couponEventDay, person: 'none' },
    { table: searchAd, person: 'searched', names: [searchAd.createdBy] },
  ],
  personalData: [personalAds, personalCoupons],
});
