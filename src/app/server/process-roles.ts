import type { ProcessRole } from '#platform/server/config.ts';
import type { ServerSlice } from '#platform/server/slice.ts';
import type { Parts } from './parts.ts';
import type { JobParts } from './start-jobs.ts';

type Slice = ServerSlice<Parts, JobParts>;

/** What a process of this role starts of the parts that every process is made of. */
interface Role {
  /** Which routes of a slice it answers, beside `/api/live` and `/api/ready`, which all do. */
  routes: (slice: Slice) => Slice['routes'];
  /** Routes that pages of others load from whatever address they have. */
  everywhere: boolean;
  /** The built pages, the first-run link, the local mailbox: what people open. */
  pages: boolean;
  /** Jobs and schedules, mail that is tried again among them; commands of the command line. */
  jobs: boolean;
}

const none = () => undefined;

export const ROLES: Readonly<Record<ProcessRole, Role>> = {
  api: { routes: ({ routes }) => routes, everywhere: true, pages: true, jobs: false },
  collector: { routes: ({ collects }) => collects, everywhere: true, pages: false, jobs: false },
  worker: { routes: none, everywhere: false, pages: false, jobs: true },
};

/** Whether one of these roles has it. */
export const starts = (roles: readonly ProcessRole[], what: 'pages' | 'jobs' | 'everywhere'): boolean =>
  roles.some((role) => ROLES[role][what]);
