import type { EventKind } from '#traffic/event/contract/event.ts';
import { moment, type Rhythm } from './calendar.ts';
import type { Country } from './data/countries.ts';
import type { Columns, Label, PlannedEvent, RawColumns } from './labelled-event.ts';
import type { DemoPackage } from './packages.ts';
import { makePerson, type Person, type Wish } from './people.ts';
import { type Campaign, drawCampaign, type Pricing, type Publisher, type SubPublisher } from './publishers.ts';
import { type Random, weighted } from './random.ts';

const round = (value: number, digits: number): number => {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
};

/** Which event kinds a price is due on. */
const BILLED: Record<Pricing['per'], readonly EventKind[]> = {
  mille: ['impression', 'click_impression', 'vast_tracking'],
  click: ['click', 're_click'],
  install: ['install'],
  order: [],
};

/** The ad somebody saw: who brought it and what it showed. */
export interface Ad {
  columns: RawColumns;
  pricing: Pricing | null;
  campaign: Campaign;
}

/** Placements on pages whose seller says what they are about; of the others nobody does. */
const TOLD: ReadonlySet<string> = new Set(['banner', 'native', 'popunder', 'instream', 'rewarded']);
const ABOUT = [
  'News',
  'Sports',
  'Food & Drink',
  'Technology',
  'Travel',
  'Home & Garden',
  'Gambling',
  'Hobbies',
  'Family',
  'Shopping',
  'News > Crime',
] as const;

/** Always the same for one place, and one place in some has nothing a brand would like. */
const pageAbout = (site: string, slot: number): string => {
  const letters = [...`${site} ${slot}`].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7);
  return ABOUT[Math.abs(letters) % ABOUT.length] ?? '';
};

const drawSite = new Map<Publisher, (random: Random) => SubPublisher>();

export interface Setting {
  random: Random;
  pkg: DemoPackage;
  publisher: Publisher;
  /** Start of the day in milliseconds UTC. */
  dayStart: number;
  rhythm: Rhythm;
  label: Label;
  /** Where all of it happens, instead of any site of the publisher. */
  site: SubPublisher | null;
}

/** Where one play of a scenario happens: one publisher, one day, and the list its events go to. */
export class Stage {
  readonly events: PlannedEvent[] = [];

  readonly random: Random;
  readonly pkg: DemoPackage;
  readonly publisher: Publisher;
  readonly dayStart: number;
  readonly label: Label;
  readonly #rhythm: Rhythm;
  readonly #site: SubPublisher | null;

  constructor(setting: Setting) {
    this.random = setting.random;
    this.pkg = setting.pkg;
    this.publisher = setting.publisher;
    this.dayStart = setting.dayStart;
    this.label = setting.label;
    this.#rhythm = setting.rhythm;
    this.#site = setting.site;
  }

  person(wish: Wish = {}): Person {
    return makePerson(this.random, this.pkg.kind, this.dayStart, wish);
  }

  moment(country: Country): number {
    return moment(this.random, this.dayStart, this.#rhythm, country);
  }

  ad(): Ad {
    const { random, publisher } = this;
    let draw = drawSite.get(publisher);
    if (!draw) {
      draw = weighted(publisher.subPublishers, (site) => site.weight);
      drawSite.set(publisher, draw);
    }
    const site = this.#site ?? draw(random);
    const campaign = drawCampaign[this.pkg.kind](random);
    if (publisher.pricing === null) {
      return { columns: { publisher: publisher.name, channel: publisher.channel }, pricing: null, campaign };
    }
    const type = random.pick(publisher.placementTypes);
    const slot = random.int(1, 3);
    const columns: RawColumns = {
      publisher: publisher.name,
      sub_publisher: site.name,
      campaign: campaign.name,
      campaign_id: campaign.id,
      channel: publisher.channel,
      placement: `${site.name}/${type}-${slot}`,
      placement_type: type,
      creative: random.pick(campaign.creatives),
      ad_set: random.pick(campaign.adSets),
      system_domain: site.domain,
      brand: campaign.brand,
    };
    if (TOLD.has(type)) columns.content_category = pageAbout(site.name, slot);
    if (publisher.vendor !== '') columns.vendor = publisher.vendor;
    if (type.includes('search') && campaign.keywords.length > 0) columns.keyword = random.pick(campaign.keywords);
    return { columns, pricing: publisher.pricing, campaign };
  }

  /** What the event costs, when its kind is what the publisher is paid for. */
  cost(kind: EventKind, ad: Ad): RawColumns {
    const { pricing } = ad;
    if (!pricing || !BILLED[pricing.per].includes(kind)) return {};
    const amount = pricing.per === 'mille' ? pricing.amount / 1000 : pricing.amount;
    return { cost: round(amount * this.random.between(0.8, 1.2), 6), currency: pricing.currency };
  }

  add(kind: EventKind, at: number, columns: Columns, label: Label = this.label): void {
    this.events.push({ kind, at: Math.floor(at), columns, label });
  }

  /** Money in the currency of the buyer's country; `euros` is the median. */
  revenue(country: Country, euros: number, sigma: number): RawColumns {
    const value = this.random.logNormal(euros, sigma) * country.perEuro;
    // Currencies with a small unit have no cents in daily use.
    return { revenue: round(value, country.perEuro > 90 ? 0 : 2), currency: country.currency };
  }
}

/** What a web server or tag learns about a visitor. */
export const browserColumns = (person: Person): RawColumns => ({
  ip: person.ip,
  user_agent: person.browserAgent,
  declared_country: person.country.code,
  region: person.region,
  city: person.city,
  language: person.country.language,
});

/** What a measurement SDK reports about its device. */
export function deviceColumns(person: Person, agent: string): RawColumns {
  const columns: RawColumns = {
    ip: person.ip,
    user_agent: agent,
    declared_country: person.country.code,
    region: person.region,
    city: person.city,
    language: person.country.language,
    wifi: person.wifi ? 'true' : 'false',
    device_model: person.model,
    device_brand: person.brand,
    declared_os: person.os,
    declared_os_version: person.osVersion,
    device_id: person.deviceId,
  };
  if (person.carrier !== '') columns.carrier = person.carrier;
  return columns;
}
