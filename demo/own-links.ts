import { addressIn } from './addresses.ts';
import { HOUR, iso, MINUTE, moment, SECOND, startOfDay } from './calendar.ts';
import { HOSTING_BLOCKS } from './data/networks.ts';
import type { RawEvent } from './labelled-event.ts';
import { headlessAgent, makePerson, type Person } from './people.ts';
import { PUBLISHERS } from './publishers.ts';
import { Random, weighted } from './random.ts';
import { browserColumns } from './stage.ts';

/** What one event of a campaign pays and earns, in its currency. */
interface Goal {
  event: string;
  payout: string;
  revenue: string;
  /** Of a hundred real clicks. */
  reached: number;
  /** It comes so long after its click at most. */
  hours: number;
}

export interface LinkCampaign {
  name: string;
  customer: string;
  agency: string;
  currency: string;
  landingPage: string;
  goals: readonly Goal[];
  /** For a click that counts. */
  clickPayout: string | null;
  /** Clicks a day. */
  clicks: number;
}

export const LINK_CAMPAIGNS: readonly LinkCampaign[] = [
  {
    name: 'Spring linen',
    customer: 'Linden & Loom',
    agency: 'Lanternfield Media',
    currency: 'EUR',
    landingPage: 'https://shop.lindenloom.example/linen?click={click_id}&pub={publisher_id}',
    goals: [
      { event: 'signup', payout: '0.8', revenue: '1.5', reached: 14, hours: 3 },
      { event: 'purchase', payout: '4.5', revenue: '9', reached: 5, hours: 30 },
    ],
    clickPayout: null,
    clicks: 90,
  },
  {
    name: 'Catalogue request',
    customer: 'Linden & Loom',
    agency: '',
    currency: 'EUR',
    landingPage: 'https://shop.lindenloom.example/catalogue?click={click_id}',
    goals: [{ event: 'lead', payout: '1.2', revenue: '2.1', reached: 18, hours: 2 }],
    clickPayout: '0.03',
    clicks: 55,
  },
  {
    name: 'Autumn quilts US',
    customer: 'Linden & Loom Inc.',
    agency: 'Oakmere Partners',
    currency: 'USD',
    landingPage: 'https://us.lindenloom.example/quilts?click={click_id}&s={sub1}',
    goals: [{ event: 'purchase', payout: '6', revenue: '11.4', reached: 4, hours: 48 }],
    clickPayout: null,
    clicks: 40,
  },
];

/** Who brings the clicks: how many of a hundred, how many of those no person made, and how many come twice. */
export const LINK_PUBLISHERS = [
  { name: PUBLISHERS.paperlark.name, weight: 45, machines: 0.02, repeated: 0.02 },
  { name: PUBLISHERS.tulloway.name, weight: 20, machines: 0.01, repeated: 0.01 },
  { name: PUBLISHERS.mirabeck.name, weight: 20, machines: 0.12, repeated: 0.06 },
  { name: PUBLISHERS.ostrana.name, weight: 15, machines: 0.55, repeated: 0.1 },
] as const;

/** A daily capping that one publisher runs beyond: what lies above is recorded and not paid. */
export const LINK_CAP = { campaign: 1, publisher: PUBLISHERS.mirabeck.name, event: 'lead', limit: 1 } as const;

export interface LinkClick {
  id: string;
  at: number;
  campaign: number;
  publisher: string;
  site: string;
  handling: 'passed' | 'flagged';
  reason: string;
  columns: ReturnType<typeof browserColumns>;
}

export interface LinkEvent {
  click: LinkClick;
  at: number;
  goal: Goal;
  over: boolean;
  status: 'approved' | 'pending' | 'rejected';
  /** The postback came once more. */
  again: boolean;
}

export interface LinkStory {
  clicks: LinkClick[];
  events: LinkEvent[];
  /** Postbacks of clicks that nobody knows. */
  lost: { at: number; campaign: number; event: string }[];
}

const SEED = 11;

/** What own links brought from `firstDay` on, up to a moment; the same for the same days on every machine. */
export function ownLinkStory(days: readonly string[], until: number): LinkStory {
  const story: LinkStory = { clicks: [], events: [], lost: [] };
  const brings = weighted(LINK_PUBLISHERS, ({ weight }) => weight);
  for (const day of days) {
    const random = new Random(SEED, `own links ${day}`);
    const dayStart = startOfDay(day);
    const used = new Map<string, number>();
    LINK_CAMPAIGNS.forEach((campaign, at) => {
      const count = Math.round(campaign.clicks * random.between(0.8, 1.2));
      for (let n = 0; n < count; n++)
        playClick(story, { random, campaign, at, dayStart, day, n, by: brings(random), used });
      if (random.chance(0.4))
        story.lost.push({
          at: dayStart + random.int(8, 20) * HOUR,
          campaign: at,
          event: campaign.goals[0]?.event ?? '',
        });
    });
  }
  return {
    clicks: story.clicks.filter(({ at }) => at < until).sort((a, b) => a.at - b.at),
    events: story.events.filter(({ at }) => at < until).sort((a, b) => a.at - b.at),
    lost: story.lost.filter(({ at }) => at < until),
  };
}

interface Turn {
  random: Random;
  campaign: LinkCampaign;
  at: number;
  dayStart: number;
  day: string;
  n: number;
  by: (typeof LINK_PUBLISHERS)[number];
  /** Of the cap, by day. */
  used: Map<string, number>;
}

/** One click, what it is repeated by, and what it leads to. */
function playClick(story: LinkStory, turn: Turn): void {
  const { random, at, dayStart, day, n, by } = turn;
  const person = makePerson(random, 'web', dayStart);
  const machine = random.chance(by.machines);
  const when = moment(random, dayStart, machine ? 'machine' : 'shop', person.country);
  const click: LinkClick = {
    id: `demo-${day}-${at}-${n}`,
    at: when,
    campaign: at,
    publisher: by.name,
    site: `site-${random.int(1, 3)}`,
    handling: 'passed',
    reason: '',
    columns: machine ? machineColumns(random, dayStart, person) : browserColumns(person),
  };
  story.clicks.push(click);
  if (random.chance(by.repeated))
    story.clicks.push({
      ...click,
      id: `${click.id}-2`,
      at: when + random.int(1, 8) * SECOND,
      handling: 'flagged',
      reason: 'duplicate',
    });
  if (machine) return;
  for (const goal of turn.campaign.goals) if (random.chance(goal.reached / 100)) reach(story, turn, click, goal);
}

/** A browser without a screen in a hosting network. */
const machineColumns = (random: Random, at: number, person: Person): LinkClick['columns'] => ({
  ...browserColumns(person),
  ip: addressIn(random, random.pick(HOSTING_BLOCKS)),
  user_agent: headlessAgent(random, at),
});

function reach(story: LinkStory, { random, day, used }: Turn, click: LinkClick, goal: Goal): void {
  const capped =
    click.campaign === LINK_CAP.campaign && click.publisher === LINK_CAP.publisher && goal.event === LINK_CAP.event;
  const before = used.get(day) ?? 0;
  if (capped) used.set(day, before + 1);
  const state = random.next();
  story.events.push({
    click,
    at: click.at + MINUTE + Math.floor(random.next() * random.next() * goal.hours * HOUR),
    goal,
    over: capped && before >= LINK_CAP.limit,
    status: state < 0.86 ? 'approved' : state < 0.94 ? 'pending' : 'rejected',
    again: random.chance(0.04),
  });
}

/** Each line names both: columns are those of the first. */
const PASSED = { handling: 'passed', handling_reason: '' };

/** The clicks and events as an import takes them; `keys` are what links call the campaigns. */
export function* ownLinkEvents({ clicks, events }: LinkStory, keys: readonly string[]): Generator<RawEvent> {
  const place = (click: LinkClick) => {
    const { name = '', agency = '' } = LINK_CAMPAIGNS[click.campaign] ?? {};
    return {
      publisher: click.publisher,
      sub_publisher: click.site,
      campaign: name,
      campaign_id: keys[click.campaign] ?? '',
      click_id: click.id,
      ...click.columns,
      ...(agency === '' ? {} : { vendor: agency }),
    };
  };
  for (const click of clicks) {
    const { clickPayout = null, currency = '' } = LINK_CAMPAIGNS[click.campaign] ?? {};
    const cost = click.handling === 'passed' && clickPayout !== null ? { cost: Number(clickPayout), currency } : {};
    const told = { handling: click.handling, handling_reason: click.reason };
    yield { kind: 'impression', ts: iso(click.at - 4 * SECOND), ...place(click), ...PASSED };
    yield { kind: 'click', ts: iso(click.at), ...place(click), ...told, ...cost };
  }
  for (const { click, at, goal } of events) {
    const { currency = '' } = LINK_CAMPAIGNS[click.campaign] ?? {};
    yield {
      kind: 'web_event',
      ts: iso(at),
      ...place(click),
      event_name: goal.event,
      click_time: iso(click.at),
      ...PASSED,
      revenue: Number(goal.revenue),
      currency,
    };
  }
}

/** From here back the story goes. */
export const LINK_DAYS = 35;
