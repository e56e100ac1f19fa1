import { and, eq, notLike } from 'drizzle-orm';
import { checkDomains } from '#domains/infringement/server/check-domains.ts';
import type { NameLookup } from '#domains/infringement/server/look-at-domain.ts';
import { trackedDomain } from '#domains/infringement/server/tables.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { OutboundAnswer } from '#platform/server/http/outbound.ts';
import type { AppContext } from './app-context.ts';
import { type JobParts, jobPartsOf } from './start-jobs.ts';

/** Addresses for examples (RFC 5737): nobody has them. */
const address = (last: number): string[] => [`203.0.113.${last}`];

/** A name that ends in .example is nobody's, so what stands there may be made up; of all others the demo says nothing. */
const MADE_UP = /\.example$/;

interface Page {
  title: string;
  text: string;
  location?: string;
}

/** What is found at a few of the names; the others are free. */
const PAGES: Readonly<Record<string, Page>> = {
  'lindenloom-outlet.example': {
    title: 'Lindenloom outlet (demo data)',
    text: 'Lindenloom blankets, 80 % off. <input type="password">',
  },
  'lindenloom-shop.example': { title: 'Sent home (demo data)', text: '', location: 'https://lindenloom.example/' },
  'lindenl0om.example': { title: 'Parked (demo data)', text: 'This name is for sale.' },
  'harbourtales-coins.example': {
    title: 'Free coins for Harbour Tales (demo data)',
    text: 'Harbour Tales: sign in for coins. <input type="password">',
  },
  'harbortales.example': { title: 'Parked (demo data)', text: 'This name is for sale.' },
};
/** Taken, with mail or without, and no page. */
const TAKEN: ReadonlyMap<string, boolean> = new Map([
  ['lindenloom-login.example', true],
  ['lindenlooms.example', false],
  ['harbour-tales.example', true],
]);

const refusal = (code: string): Error => Object.assign(new Error(code), { code });

const NAMES: NameLookup = {
  addresses: async (name) => {
    if (!MADE_UP.test(name)) throw refusal('EREFUSED');
    const at = Object.keys(PAGES).indexOf(name);
    if (at < 0) throw refusal('ENOTFOUND');
    return address(at + 10);
  },
  takesMail: async (name) => TAKEN.get(name) ?? false,
  // In the demo the ending of examples is one like others.
  isDelegated: async (name) => name === 'example' || TAKEN.has(name),
};

const getText = async (url: string): Promise<OutboundAnswer> => {
  const page = PAGES[new URL(url).hostname];
  if (!page) throw refusal('ENOTFOUND');
  const { title, text, location } = page;
  return {
    status: location ? 301 : 200,
    body: `<title>${title}</title>${text}`,
    ...(location ? { location } : {}),
  };
};

/**
 * Looked at as the job does it, but that nobody is asked: the demo has no network. What is made up says so in its title,
 * and names that somebody may own stay unchecked until a person or the day has them looked at.
 */
export async function lookAtDemoDomains(scope: Scope, context: AppContext, info: PackageInfo): Promise<void> {
  const parts: JobParts = jobPartsOf(context);
  await checkDomains(
    scope,
    { ...parts, names: NAMES, outbound: { getText } },
    info.package_name,
    new AbortController().signal,
  );
  const { packageName, domain } = trackedDomain;
  await context.database.db
    .update(trackedDomain)
    .set({ status: 'unchecked', checkedAt: null, problem: '' })
    .where(and(eq(packageName, info.package_name), notLike(domain, '%.example')));
}
