import type { GuardAnswer } from '#domains/integrity/contract/guard.ts';
import { todayIn } from '#platform/contract/date-range.ts';
import type { ClickCaps } from './click-caps.ts';
import type { Action, LiveCampaign, LiveCap, LivePublisher, LiveState } from './live-campaigns.ts';

/** What a check says of a click: it goes on, it goes on without being paid, it is shown the challenge, or it ends here. */
export type Way = 'pass' | 'flag' | 'challenge' | 'elsewhere' | 'end';

/** Why a click did not simply pass: a check of the link, or the reason of a verdict. */
export interface Decision {
  way: Way;
  reason: string;
}

export interface Click {
  at: Date;
  /** '' where unknown: what nobody knows keeps nobody away. */
  country: string;
  os: string;
  /** Hash of the person's device. */
  device: string;
  /** Undefined for a link that names none, or a key nobody has. */
  publisher: LivePublisher | undefined;
  publisherKey: string;
  sub: string;
}

/** What judges a click before it is stored; null where that is not known at once. */
export type Judge = (campaign: LiveCampaign) => { verdict: string; reason: string } | null;

export interface Checks {
  clickCaps: Pick<ClickCaps, 'full'>;
  isAgain: (campaign: LiveCampaign, click: Click) => boolean;
  judge: Judge;
  /** What the signature of the link, its allowed places and the rules of integrity say. */
  integrity: GuardAnswer;
}

/** One look of a decision, for whoever tests a link. */
export interface Look {
  check: string;
  /** What was found; '' where there is nothing to say. */
  found: string;
  way: Way;
}

const WAYS: Readonly<Record<Action, Way>> = {
  pass: 'pass',
  flag: 'flag',
  challenge: 'challenge',
  redirect: 'elsewhere',
  end: 'end',
};
const WORSE: readonly Way[] = ['pass', 'flag', 'challenge', 'elsewhere', 'end'];

/** What becomes of a click of this campaign: the gravest of what its checks say, the first of equals. */
export function decide(campaign: LiveCampaign, click: Click, checks: Checks, told?: (look: Look) => void): Decision {
  let decision: Decision = { way: 'pass', reason: '' };
  for (const [check, look] of LOOKS) {
    const { way, reason, found } = look(campaign, click, checks);
    told?.({ check, found, way });
    if (WORSE.indexOf(way) > WORSE.indexOf(decision.way)) decision = { way, reason };
    // Nothing behind it would change where it goes, and nobody is counted who does not come.
    if (way === 'elsewhere' || way === 'end') break;
  }
  return decision;
}

type Found = Decision & { found: string };

const fine = (found: string): Found => ({ way: 'pass', reason: '', found });
const said = (way: Way, reason: string, found: string): Found => ({ way, reason, found });

/**
 * What a full cap does to a click. One of events or money that is only not paid, or waits, does so to the events: what a
 * click is paid by itself stands beside that.
 */
function wayBeyond({ action, metric }: LiveCap): Way {
  if (action === 'fallback') return 'elsewhere';
  if (action === 'reject') return 'end';
  return metric === 'clicks' ? 'flag' : 'pass';
}

const LOOKS: readonly (readonly [string, (campaign: LiveCampaign, click: Click, checks: Checks) => Found])[] = [
  [
    'state',
    ({ row: { status } }) => {
      if (status === 'ended') return said('end', 'campaign_ended', status);
      return status === 'paused' ? said('elsewhere', 'campaign_paused', status) : fine(status);
    },
  ],
  [
    'dates',
    ({ row: { startsOn, endsOn, timeZone } }, { at }) => {
      if (startsOn === null && endsOn === null) return fine('');
      const day = todayIn(timeZone, at);
      if (startsOn !== null && day < startsOn) return said('elsewhere', 'not_begun', day);
      return endsOn !== null && day > endsOn ? said('elsewhere', 'over', day) : fine(day);
    },
  ],
  [
    'country',
    ({ countries }, { country }) =>
      countries.size > 0 && country !== '' && !countries.has(country)
        ? said('elsewhere', 'country', country)
        : fine(country),
  ],
  [
    'system',
    ({ systems }, { os }) =>
      systems.size > 0 && os !== '' && !systems.has(os) ? said('elsewhere', 'system', os) : fine(os),
  ],
  [
    'publisher',
    (_, { publisher, publisherKey, sub }) => {
      if (!publisher) return publisherKey === '' ? fine('') : said('flag', 'unknown_publisher', publisherKey);
      if (publisher.status !== 'active') return said('elsewhere', 'publisher_paused', publisher.name);
      return publisher.subRequired && sub === ''
        ? said('flag', 'no_sub_publisher', publisher.name)
        : fine(publisher.name);
    },
  ],
  [
    'integrity',
    (_, __, { integrity: { action, reason } }) =>
      action === 'allow' ? fine('') : said(action === 'block' ? 'end' : 'flag', reason, reason),
  ],
  [
    'caps',
    (campaign, { publisher, at }, { clickCaps }) => {
      const [gravest] = clickCaps
        .full(campaign, publisher?.id ?? null, at)
        .map((cap) => ({ cap, way: wayBeyond(cap) }))
        .sort((a, b) => WORSE.indexOf(b.way) - WORSE.indexOf(a.way));
      if (!gravest) return fine('');
      const { cap, way } = gravest;
      return said(way, way === 'pass' ? '' : 'over_cap', `${cap.metric} ${cap.period} ${cap.most}`);
    },
  ],
  [
    'protection',
    (campaign, _, { judge }) => {
      const judged = judge(campaign);
      if (!judged) return fine('');
      const { verdict, reason } = judged;
      const found = reason === '' ? verdict : `${verdict}: ${reason}`;
      // A known bot says what it is: it may go on, and nobody is paid for it.
      if (verdict === 'filtered') return said('flag', reason || 'known_bot', found);
      if (verdict !== 'fraud' && verdict !== 'suspect') return fine(found);
      return said(WAYS[campaign.protection[verdict]], reason, found);
    },
  ],
  ['repeated', (campaign, click, { isAgain }) => (isAgain(campaign, click) ? said('flag', 'duplicate', '') : fine(''))],
];

/** Campaigns a click goes through, the last with what becomes of it there. */
export interface Passed {
  campaign: LiveCampaign;
  decision: Decision;
}

const MOST_FALLBACKS = 3;

/**
 * From the campaign of the link to the one that takes the click: a campaign that does not sends it to its fallback, three
 * times at most and never to one it came by.
 */
export function follow(
  state: LiveState,
  campaign: LiveCampaign,
  click: Click,
  checks: Checks,
  told?: (campaign: LiveCampaign, look: Look) => void,
): Passed[] {
  const passed: Passed[] = [];
  let next: LiveCampaign | undefined = campaign;
  while (next) {
    const here: LiveCampaign = next;
    const decision = decide(here, click, checks, told && ((look) => told(here, look)));
    passed.push({ campaign: here, decision });
    if (decision.way !== 'elsewhere' || passed.length > MOST_FALLBACKS) break;
    const fallback = here.row.fallbackCampaignId === null ? undefined : state.byId.get(here.row.fallbackCampaignId);
    next = passed.some(({ campaign: seen }) => seen === fallback) ? undefined : fallback;
  }
  return passed;
}
