import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import { type EventUseParts, takeUsesOfEvents } from './event-uses.ts';

export type CouponJobParts = EventUseParts;

/** After what brings or takes away events, and every hour for what came another way. One waits: it looks at all. */
export const usesOfEventsJob = job({
  name: 'coupon-uses-of-events',
  data: nothing,
  key: () => 'all',
  cron: '8 * * * *',
  after: 'figures',
  retries: 1,
});

export const couponJobs = (parts: CouponJobParts): BoundJob[] => [
  runs(usesOfEventsJob, async ({ scope, signal }) => {
    await takeUsesOfEvents(scope, parts, signal);
  }),
];
