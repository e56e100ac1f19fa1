import { addressIn } from '#demo/addresses.ts';
import { DAY } from '#demo/calendar.ts';
import { HOSTING_BLOCKS } from '#demo/data/networks.ts';
import { headlessAgent, makePerson } from '#demo/people.ts';
import { Random } from '#demo/random.ts';
import type { EntryView } from '#domains/brand-relevancy/contract/entry.ts';
import { hitEndpoints } from '#domains/brand-relevancy/contract/entry-endpoints.ts';
import type { HitEvent } from '#domains/brand-relevancy/contract/entry-terms.ts';
import { signedText } from '#domains/brand-relevancy/server/entry-tags.ts';
import { hitRoutes } from '#domains/brand-relevancy/server/hit-routes.ts';
import type { HitParts } from '#domains/brand-relevancy/server/parts.ts';
import type { EndpointShape } from '#platform/contract/endpoint.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { HandlerInput } from '#platform/server/http/implement.ts';
import { IntakeLog } from '#traffic/collector/server/intake-log.ts';
import { type AppContext, publicUrlOf } from './app-context.ts';
import { brandsOf } from './parts.ts';

const SEED = 7;
const BACK = 7;
/** Showings of a tracker and day. */
const A_DAY = [3, 7] as const;
const SITES = ['slowlooms.example', 'warmrooms.example', 'tidetables.example'] as const;
/** As the platform numbers them. */
const SELLERS = { 'slowlooms.example': '70211', 'warmrooms.example': '70211', 'tidetables.example': '70458' } as const;
const CREATIVES = ['410077', '410078'] as const;
/** Says it is one of those. */
const OTHER_SITE = 'bargainreel.example';
const ROBOTS = 0.18;
const CLICKS = 0.12;

interface Hit {
  at: number;
  event: HitEvent | 'click';
  ip: string;
  agent: string;
  query: Readonly<Record<string, string>>;
}

/** One ad is shown to somebody, and what comes of it. */
function showing(random: Random, entry: EntryView, platform: 'web' | 'app', dayStart: number): Hit[] {
  const at = dayStart + random.between(0.25, 0.98) * DAY;
  const isRobot = random.chance(ROBOTS);
  const person = makePerson(random, platform, dayStart, {});
  const ip = isRobot ? addressIn(random, random.pick(HOSTING_BLOCKS)) : person.ip;
  const agent = isRobot ? headlessAgent(random, dayStart) : person.browserAgent;
  const site = random.pick(SITES);
  const stands = random.chance(0.06) ? OTHER_SITE : site;
  const query = {
    cb: random.hex(16),
    src: `https://${site}/`,
    io: '55301',
    li: '8801',
    cr: random.pick(CREATIVES),
    pub: SELLERS[site],
    site,
    // What the measured frame sees by itself.
    ...(entry.type === 'mfdisplay' ? { u: `https://${stands}/today` } : {}),
  };
  const hit = (event: Hit['event'], after: number): Hit => ({ at: at + after, event, ip, agent, query });
  const hits = [hit('impression', 0)];
  if (entry.type === 'mfdisplay' && random.chance(isRobot ? 0.2 : 0.64)) hits.push(hit('viewable', 1_400));
  if (random.chance(CLICKS)) hits.push(hit('click', random.between(2, 30) * 1_000));
  return hits;
}

/**
 * What the tags of trackers have reported lately, taken by the addresses that a page calls: stored, and judged once the
 * program runs, as any hit is.
 */
export async function loadDemoHits(
  scope: Scope,
  context: AppContext,
  platform: 'web' | 'app',
  entries: readonly EntryView[],
): Promise<void> {
  const now = context.clock.now().getTime();
  const random = new Random(SEED, `tracker hits ${platform}`);
  const intakeLog = new IntakeLog(context.database, () => context.loadWake.wake());
  const { tagSeal, ownEvent, landingFor } = brandsOf(context);
  const { database } = context;
  const parts = { database, intakeLog, tagSeal, ownEvent, landingFor, publicUrl: () => publicUrlOf(context) };
  const today = Math.floor(now / DAY) * DAY;
  for (let back = BACK - 1; back >= 0; back--) {
    const ofDay = entries.flatMap((entry) =>
      Array.from({ length: random.int(...A_DAY) }, () => showing(random, entry, platform, today - back * DAY))
        .flat()
        .filter(({ at }) => at < now)
        .map((hit) => take(scope, { ...parts, now: () => new Date(hit.at) }, entry, hit)),
    );
    await Promise.all(ofDay);
  }
}

async function take(scope: Scope, parts: HitParts, entry: EntryView, hit: Hit): Promise<void> {
  const path = (hit.event === 'click' ? hitEndpoints.click : hitEndpoints.pixel).path;
  const route = hitRoutes(parts).find(({ endpoint }) => endpoint.path === path);
  const key = new URL(entry.tags[0]?.url ?? '').pathname.split('/')[3] ?? '';
  const asked: HandlerInput<EndpointShape> = {
    params: { key, event: hit.event },
    query: { ...hit.query, s: parts.tagSeal.sign(signedText(key, hit.event)) },
    body: undefined,
    scope,
    upload: undefined,
    signal: new AbortController().signal,
    request: {
      id: '',
      method: 'GET',
      ip: hit.ip,
      headers: { 'user-agent': hit.agent },
      contentLength: null,
      readableBy: () => undefined,
    },
  };
  await route?.handler(asked);
}
