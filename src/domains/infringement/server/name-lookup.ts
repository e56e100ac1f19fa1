import { Resolver } from 'node:dns/promises';
import type { NameLookup } from './look-at-domain.ts';

const TIMEOUT_MS = 3_000;

/** The name servers this machine asks. */
export function systemNames(): NameLookup {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  return {
    async addresses(name) {
      const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const found = [four, six].flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      if (found.length === 0 && four.status === 'rejected') throw four.reason;
      return found;
    },
    takesMail: async (name) => (await resolver.resolveMx(name)).some(({ exchange }) => exchange !== ''),
    isDelegated: async (name) => (await resolver.resolveNs(name)).length > 0,
  };
}
