import { ok, paged } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import { domainEndpoints } from '../contract/domain-endpoints.ts';
import { checkDomainsJob } from './domain-jobs.ts';
import {
  addDomains,
  countDomains,
  generateDomains,
  listDomains,
  removeDomain,
  ticketOfDomain,
} from './domain-store.ts';
import type { InfringementParts } from './parts.ts';
import { DOMAINS, setStates } from './set-states.ts';

export interface DomainParts extends InfringementParts {
  jobs: Pick<Jobs, 'enqueue'>;
}

export function domainRoutes(parts: DomainParts): Route[] {
  const infoOf = (scope: Scope, name: string): Promise<PackageInfo> =>
    parts.packageInfo(scope, requirePackage(scope, name));
  const check = (name: string) => parts.jobs.enqueue(checkDomainsJob, { package: name });
  return implement(domainEndpoints)({
    list: async ({ scope, query: { package_name, ...asked } }) =>
      paged(await listDomains(scope, parts, await infoOf(scope, package_name), asked), asked.limit),
    add: async ({ scope, body: { package_name, domains } }) => {
      const done = await addDomains(scope, parts, await infoOf(scope, package_name), domains);
      if (done.added > 0) await check(package_name);
      return ok(done, 'Created successfully !');
    },
    generate: async ({ scope, body: { package_name } }) => {
      const done = await generateDomains(scope, parts, await infoOf(scope, package_name));
      if (done.added > 0) await check(package_name);
      return ok(done, 'Created successfully !');
    },
    check: async ({ scope, body: { package_name } }) => {
      const domains = await countDomains(scope, parts, package_name);
      if (domains > 0) await check(package_name);
      return ok({ domains });
    },
    setState: async ({ scope, body: { package_name, ...wanted } }) =>
      ok({ changed: await setStates(scope, parts, package_name, wanted, DOMAINS) }, 'Updated successfully !'),
    ticket: async ({ scope, params, body }) =>
      ok(await ticketOfDomain(scope, parts, params.id, body), 'Created successfully !'),
    remove: async ({ scope, params: { id } }) => {
      await removeDomain(scope, parts, id);
      return ok({ id }, 'Deleted  successfully !');
    },
  });
}
