import { and, eq, sql } from 'drizzle-orm';
import type { ACTIONS, CAP_METRICS, CAP_PERIODS, OVER_ACTIONS } from '#domains/tracking/contract/terms.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { ClickCaps } from './click-caps.ts';
import type { CampaignRow } from './own-campaign.ts';
import type { SetupParts } from './setup-parts.ts';
import {
  campaignLandingTable,
  campaignTable,
  capTable,
  changeTable,
  endedTable,
  goalTable,
  landingPageTable,
  overrideTable,
  trackingPublisherTable,
} from './tables.ts';

export type Action = (typeof ACTIONS)[number];
export type OverAction = (typeof OVER_ACTIONS)[number];

export interface LiveCap {
  id: number;
  publisherId: number | null;
  event: string | null;
  metric: (typeof CAP_METRICS)[number];
  period: (typeof CAP_PERIODS)[number];
  /** Decimal text; caps of 0 are none, and not here. */
  most: string;
  action: OverAction;
}

/** A campaign as links and postbacks need it. */
export interface LiveCampaign {
  row: CampaignRow;
  packageId: number;
  platform: 'web' | 'app';
  protection: { suspect: Action; fraud: Action };
  /** Where clicks go, the campaign's own page first with the weight 1. */
  pages: readonly { url: string; weight: number }[];
  /** Hosts of its pages and those allowed beside them; `*.` before one stands for those under it. */
  hosts: ReadonlySet<string>;
  countries: ReadonlySet<string>;
  systems: ReadonlySet<string>;
  goals: ReadonlyMap<string, typeof goalTable.$inferSelect>;
  overrides: readonly (typeof overrideTable.$inferSelect)[];
  caps: readonly LiveCap[];
}

export interface LivePublisher {
  id: number;
  name: string;
  packageName: string;
  status: 'active' | 'paused' | 'ended';
  postbackUrl: string;
  postbackEvents: ReadonlySet<string>;
  subRequired: boolean;
}

/** Everything links and postbacks ask about, as it stood at one moment. */
export interface LiveState {
  version: string;
  byKey: ReadonlyMap<string, LiveCampaign>;
  byId: ReadonlyMap<number, LiveCampaign>;
  /** By the hash of the secret, in hex. */
  bySecret: ReadonlyMap<string, LiveCampaign>;
  publisherByKey: ReadonlyMap<string, LivePublisher>;
  publisherById: ReadonlyMap<number, LivePublisher>;
  /** Keys of campaigns that were deleted. */
  ended: ReadonlySet<string>;
}

export interface LiveParts {
  database: Database;
  publisherRegister: Pick<SetupParts['publisherRegister'], 'byId'>;
}

/** How often what is in use asks whether anything changed. */
const LOOK_MS = 400;
/** Nobody asks for links that nobody has followed for so long. */
const IN_USE_MS = 3_600_000;
/** How long the first click after a long rest waits for a database that does not answer. */
const WAIT_MS = 1_000;
/** How long a key that nobody knew is not looked for again. */
const SEEK_AGAIN_MS = 500;
const MOST_SOUGHT = 10_000;

/** Campaigns in memory, less than a second behind what people set for as long as the database answers. */
export class LiveCampaigns {
  readonly clickCaps = new ClickCaps();
  readonly #parts: LiveParts;
  #held: { state: LiveState; at: number } | undefined;
  #loading: Promise<LiveState> | undefined;
  #next: Promise<LiveState> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #usedAt = 0;
  /** Keys nobody knew, and when they were looked for. */
  readonly #soughtInVain = new Map<string, number>();

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  /** The first answer waits for the database; later ones are there at once and never fail. */
  get(): LiveState | Promise<LiveState> {
    this.#usedAt = performance.now();
    const isLooking = this.#timer !== undefined;
    this.#lookSoon();
    const held = this.#held;
    if (!held) return this.#renew();
    return isLooking ? held.state : this.#waited(held.state);
  }

  /**
   * The state in memory, unless it does not know what is asked for: a link that was just made is looked for before
   * anybody is told that there is none, or its click is nobody's. What nobody knows is looked for once a while.
   */
  async knowing(key: string, isKnown: (state: LiveState) => boolean): Promise<LiveState> {
    const held = await this.get();
    const soughtAt = this.#soughtInVain.get(key);
    if (isKnown(held) || (soughtAt !== undefined && performance.now() - soughtAt < SEEK_AGAIN_MS)) return held;
    const newest = await this.newest();
    if (isKnown(newest)) return newest;
    if (this.#soughtInVain.size >= MOST_SOUGHT) this.#soughtInVain.clear();
    this.#soughtInVain.set(key, performance.now());
    return newest;
  }

  /** As it stands now: for what is not known yet, and for what is paid. */
  async newest(): Promise<LiveState> {
    const held = this.#held;
    return held ? this.#waited(held.state, this.#afresh()) : this.#renew();
  }

  /** A load that begins after it was asked for; one for all who ask before it does. */
  #afresh(): Promise<LiveState> {
    this.#next ??= Promise.resolve(this.#loading)
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#renew();
      });
    return this.#next;
  }

  #waited(state: LiveState, renewed = this.#renew()): Promise<LiveState> {
    const late = new Promise<LiveState>((go) => setTimeout(go, WAIT_MS, state).unref());
    return Promise.race([renewed.catch(() => state), late]);
  }

  #lookSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#renew()
        .catch(() => {})
        .finally(() => {
          this.#timer = undefined;
          if (performance.now() - this.#usedAt < IN_USE_MS) this.#lookSoon();
        });
    }, LOOK_MS).unref();
  }

  #renew(): Promise<LiveState> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<LiveState> {
    const at = performance.now();
    // Asked for first: what changes while the rest is read is seen the next time.
    const version = await versionOf(this.#parts.database);
    const state = this.#held?.state.version === version ? this.#held.state : await readState(this.#parts, version);
    if ([...state.byId.values()].some(({ caps }) => caps.length > 0)) await this.clickCaps.learn(this.#parts.database);
    this.#held = { state, at };
    return state;
  }
}

/** Both: rows of transactions that end later may have smaller numbers. */
async function versionOf({ db }: Database): Promise<string> {
  const [row] = await db
    .select({ version: sql<string>`count(*) || ' ' || coalesce(max(${changeTable.id}), 0)` })
    .from(changeTable);
  return row?.version ?? '';
}

/** All there is, as it stands. */
export async function readState(
  { database: { db }, publisherRegister }: LiveParts,
  version: string,
): Promise<LiveState> {
  const ofPackage = and(eq(packageTable.name, campaignTable.packageName), eq(packageTable.active, true));
  const campaigns = await db
    .select({ row: campaignTable, packageId: packageTable.id, platform: packageTable.platform })
    .from(campaignTable)
    .innerJoin(packageTable, ofPackage);
  const [goals, pages, overrides, caps, own, ended] = await Promise.all([
    db.select().from(goalTable),
    db
      .select({
        campaignId: campaignLandingTable.campaignId,
        weight: campaignLandingTable.weight,
        url: landingPageTable.url,
      })
      .from(campaignLandingTable)
      .innerJoin(
        landingPageTable,
        and(eq(landingPageTable.id, campaignLandingTable.landingPageId), eq(landingPageTable.status, 'active')),
      )
      .orderBy(landingPageTable.id),
    db.select().from(overrideTable).orderBy(overrideTable.id),
    db.select().from(capTable).where(sql`${capTable.most} > 0`).orderBy(capTable.id),
    db.select().from(trackingPublisherTable),
    db.select({ key: endedTable.key }).from(endedTable),
  ]);
  const registered = new Map(
    (
      await publisherRegister.byId(
        db,
        own.map(({ publisherId }) => publisherId),
      )
    ).map((each) => [each.id, each]),
  );
  const [goalsOf, pagesOf, overridesOf, capsOf] = [grouped(goals), grouped(pages), grouped(overrides), grouped(caps)];
  const live = campaigns.map(({ row, packageId, platform }): LiveCampaign => {
    const ways = [{ url: row.landingPage, weight: 1 }, ...(pagesOf.get(row.id) ?? [])];
    return {
      row,
      packageId,
      platform,
      protection: { suspect: row.protection.suspect ?? 'pass', fraud: row.protection.fraud ?? 'flag' },
      pages: ways,
      hosts: new Set([...ways.flatMap(({ url }) => hostOf(url)), ...row.allowedHosts]),
      countries: new Set(row.countries),
      systems: new Set(row.systems),
      goals: new Map((goalsOf.get(row.id) ?? []).map((goal) => [goal.event, goal])),
      overrides: overridesOf.get(row.id) ?? [],
      caps: (capsOf.get(row.id) ?? []).map((cap) => ({ ...cap, action: cap.action ?? row.overAction })),
    };
  });
  const publishers = own.flatMap((row) => {
    const one = registered.get(row.publisherId);
    return one ? [{ key: row.key, one: { ...one, ...row, postbackEvents: new Set(row.postbackEvents) } }] : [];
  });
  return {
    version,
    byKey: new Map(live.map((each) => [each.row.key, each])),
    byId: new Map(live.map((each) => [each.row.id, each])),
    bySecret: new Map(live.map((each) => [each.row.postbackSecret.toString('hex'), each])),
    publisherByKey: new Map(publishers.map(({ key, one }) => [key, one])),
    publisherById: new Map(publishers.map(({ one }) => [one.id, one])),
    ended: new Set(ended.map(({ key }) => key)),
  };
}

function grouped<R extends { campaignId: number }>(rows: readonly R[]): Map<number, R[]> {
  const groups = new Map<number, R[]>();
  for (const row of rows) groups.set(row.campaignId, [...(groups.get(row.campaignId) ?? []), row]);
  return groups;
}

/** Macros stand in no host (`webAddress`), so it is the same whatever they are filled with. */
const hostOf = (url: string): string[] => (URL.canParse(url) ? [new URL(url).hostname.toLowerCase()] : []);
