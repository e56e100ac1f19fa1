import { linkEndpoints } from '#domains/tracking/contract/link-endpoints.ts';
import { type HandlerInput, implement, type Route } from '#platform/server/http/implement.ts';
import { CHALLENGE_MS, isAnswer, readToken, signToken } from './challenge.ts';
import { passChallenge } from './challenge-store.ts';
import { recordOf } from './click-records.ts';
import { follow, type Passed } from './decide.ts';
import { landingOf } from './landing.ts';
import { dot, LinkPages, type Nowhere, notNow, sentTo } from './link-pages.ts';
import { LinkMemory, type LinkParts } from './links.ts';
import type { LiveState } from './live-campaigns.ts';
import { type Asked, macrosOf, publisherKeyOf, type ReadClick } from './read-click.ts';

type Request = HandlerInput<typeof linkEndpoints.click>['request'];

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? '';

/** Programs that look where a link goes ask so: nobody has clicked, and nothing is recorded, counted or used up. */
const isOnlyLooking = ({ method }: Request): boolean => method === 'HEAD';

const AHEAD = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** A browser that loads what its person may open next (HTML, speculative loading; the older names of Safari and Firefox). */
const isAhead = ({ headers }: Request): boolean =>
  AHEAD.some((name) => /(?:^|[\s,;])(?:prefetch|prerender|preview|instant)\b/i.test(one(headers[name])));

/** Links and pixels: no key, no session, and an answer that never says more than where to go. */
export function linkRoutes(parts: LinkParts): Route[] {
  const memory = new LinkMemory(parts);
  const pages = new LinkPages(parts.texts);
  return implement(linkEndpoints)({
    click: async ({ params, query, request }) => {
      if (isAhead(request)) return notNow();
      const languages = one(request.headers['accept-language']);
      const state = await stateWith(parts.liveCampaigns, params.campaign, query);
      const campaign = state.byKey.get(params.campaign);
      if (!campaign) return pages.nowhere(state.ended.has(params.campaign) ? 'ended' : 'unknown', languages);
      const read = memory.read(state, campaign, askedOf(query, request), 'c');
      const only = isOnlyLooking(request);
      const preparing = memory.prepare(campaign);
      const guarded = await memory.guard('click', campaign, read, query, only);
      await preparing;
      const checks = memory.checks('click', read, guarded, only);
      const passed = follow(state, campaign, read.click, checks);
      const to = wayOf(read, passed);
      if (!only) await keep(parts, 'click', read, passed, checks.verdict());
      if ('nowhere' in to) return pages.nowhere(to.nowhere, languages);
      if (!to.isChallenged) return sentTo(to.url);
      const until = read.click.at.getTime() + CHALLENGE_MS;
      const token = signToken(parts.linkKey, { id: read.id, campaign: campaign.row.key, landing: to.url, until });
      return pages.challenge(`/t/h/${campaign.row.key}`, token, languages);
    },
    challenged: async ({ params, query, request }) => {
      if (isAhead(request) || isOnlyLooking(request)) return notNow();
      const text = typeof query['t'] === 'string' ? query['t'] : '';
      const token = readToken(parts.linkKey, text, parts.now());
      const answer = typeof query['a'] === 'string' ? query['a'] : '';
      const isRight = token && token.campaign === params.campaign && isAnswer(text, answer);
      // A browser that says it is driven goes on where its person wants it to, and its click stays challenged.
      if (isRight && (query['d'] === '1' || (await passChallenge(parts, token)))) return sentTo(token.landing);
      return pages.nowhere('stale', one(request.headers['accept-language']));
    },
    impression: async ({ params, query, request }) => {
      if (isAhead(request) || isOnlyLooking(request)) return dot();
      const state = await stateWith(parts.liveCampaigns, params.campaign, query);
      const campaign = state.byKey.get(params.campaign);
      if (!campaign) return dot();
      const read = memory.read(state, campaign, askedOf(query, request), 'i');
      const preparing = memory.prepare(campaign);
      const guarded = await memory.guard('impression', campaign, read, query, false);
      await preparing;
      const checks = memory.checks('impression', read, guarded, false);
      // A picture goes nowhere else, and nobody passes a challenge in one.
      const [passed] = follow(state, campaign, read.click, checks);
      if (passed) await keep(parts, 'impression', read, [asView(passed)], checks.verdict());
      return dot();
    },
  });
}

/** With its campaign and its publisher, as far as there are such. */
async function stateWith(live: LinkParts['liveCampaigns'], key: string, query: Asked['query']): Promise<LiveState> {
  const publisher = publisherKeyOf(query);
  const isKnown = (state: LiveState): boolean =>
    state.ended.has(key) || (state.byKey.has(key) && (publisher === '' || state.publisherByKey.has(publisher)));
  return live.knowing(`${key} ${publisher}`, isKnown);
}

const askedOf = (query: Asked['query'], request: Request): Omit<Asked, 'link'> => ({
  query,
  ip: request.ip,
  userAgent: one(request.headers['user-agent']),
  referrer: one(request.headers['referer']),
});

const asView = ({ campaign, decision }: Passed): Passed =>
  decision.way === 'challenge' || decision.way === 'elsewhere'
    ? { campaign, decision: { ...decision, way: decision.way === 'challenge' ? 'flag' : 'end' } }
    : { campaign, decision };

type Way = { url: string; isChallenged: boolean } | { nowhere: Nowhere };

const NOT_ANY_MORE: ReadonlySet<string> = new Set(['campaign_ended', 'over']);

/** Where the click goes. A campaign whose page is none any more is closed. */
export function wayOf(read: ReadClick, passed: readonly Passed[]): Way {
  const last = passed.at(-1);
  if (!last) return { nowhere: 'unknown' };
  const { campaign, decision } = last;
  if (decision.way === 'end' || decision.way === 'elsewhere')
    return { nowhere: NOT_ANY_MORE.has(decision.reason) ? 'ended' : 'closed' };
  const { device, at } = read.click;
  const macro = macrosOf(read.id, at, campaign.row, read.given);
  const landing = landingOf(campaign, read.wanted, { device, macro });
  return landing ? { url: landing.url, isChallenged: decision.way === 'challenge' } : { nowhere: 'closed' };
}

async function keep(
  { clickLog, liveCampaigns }: LinkParts,
  kind: 'click' | 'impression',
  read: ReadClick,
  passed: readonly Passed[],
  verdict: string,
): Promise<void> {
  const last = passed.at(-1);
  if (!last) return;
  const counts = kind === 'click' && (last.decision.way === 'pass' || last.decision.way === 'flag');
  const { at, publisher } = read.click;
  const isOver = last.decision.reason === 'over_cap';
  const uses = counts && !isOver ? liveCampaigns.clickCaps.take(last.campaign, publisher?.id ?? null, at) : [];
  const record = recordOf(kind, read, passed, { uses, verdict });
  if (record) await clickLog.record(record);
}
