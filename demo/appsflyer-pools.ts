import { COUNTRIES, type Country } from './data/countries.ts';
import { NETWORKS } from './data/networks.ts';
import { APP_PACKAGE } from './packages.ts';
import { makePerson } from './people.ts';
import { PUBLISHERS } from './publishers.ts';
import { type Random, weighted } from './random.ts';
import { Stage } from './stage.ts';
import { STREAMS } from './streams.ts';

/** Quotes a value where CSV needs it. */
const csvText = (value: string): string => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

const csv = (...values: readonly string[]): string => values.map(csvText).join(',');
const empty = (columns: number): string => ','.repeat(columns - 1);

interface AdPiece {
  organic: boolean;
  /** Partner to Contributor 3 Touch Time. */
  text: string;
  /** Original URL. */
  url: string;
}

interface DevicePiece {
  ios: boolean;
  /** Device Model, quoted where CSV needs it. */
  model: string;
  /** Platform to HTTP Referrer. */
  text: string;
}

interface NetworkPiece {
  blocks: readonly string[];
  /** Region to DMA. */
  place: string;
  /** WIFI to Language. */
  text: string;
}

export interface AppsFlyerRow {
  ad: AdPiece;
  device: DevicePiece;
  network: NetworkPiece;
  installAt: number;
  clickAt: number;
  beginAt: number;
  ip: string;
}

export interface Pools {
  ads: readonly AdPiece[];
  devices: readonly DevicePiece[];
  networks: readonly NetworkPiece[];
}

const POOL = 600;
const drawStream = weighted(
  STREAMS.app.filter((stream) => stream.scenario === 'app_people'),
  (stream) => stream.share,
);
const drawCountry = weighted(COUNTRIES, (country) => country.game);

/** Renders the pieces rows are put together from. `at` decides which versions exist. */
export function buildPools(random: Random, at: number): Pools {
  const all = Array.from({ length: POOL });
  return {
    ads: all.map(() => adPiece(random, at)),
    devices: all.map(() => devicePiece(random, at)),
    networks: all.map(() => networkPiece(random, drawCountry(random))),
  };
}

function adPiece(random: Random, dayStart: number): AdPiece {
  const publisher = PUBLISHERS[drawStream(random).publisher];
  if (publisher.pricing === null) return { organic: true, text: `,organic${empty(35)}`, url: '' };
  const label = { truth: 'clean', scenario: 'app_people' } as const;
  const stage = new Stage({ random, pkg: APP_PACKAGE, publisher, dayStart, rhythm: 'game', label, site: null });
  const { columns, pricing, campaign } = stage.ad();
  const get = (value: string | undefined): string => value ?? '';
  const cost = pricing?.per === 'install' ? ['cpi', String(pricing.amount), pricing.currency] : ['', '', ''];
  const source = publisher.name.toLowerCase().replaceAll(' ', '_');
  const text = csv(
    get(columns.vendor),
    source,
    publisher.channel,
    get(columns.keyword),
    campaign.name,
    campaign.id,
    get(columns.ad_set),
    '',
    get(columns.creative),
    '',
    get(columns.placement_type),
    get(columns.sub_publisher),
    get(columns.placement),
    '',
    '',
    '',
    '',
    '',
    ...cost,
    ...Array.from({ length: 15 }, () => ''),
  );
  const url = `https://app.attribution.example/${APP_PACKAGE.name}?pid=${source}&c=${encodeURIComponent(campaign.name)}&af_siteid=${columns.sub_publisher ?? ''}`;
  return { organic: false, text, url };
}

function devicePiece(random: Random, at: number): DevicePiece {
  const person = makePerson(random, 'app', at);
  const ios = person.os === 'iOS';
  const app = ios ? 'id1500000001' : APP_PACKAGE.name;
  const text = csv(
    ios ? 'ios' : 'android',
    `${person.brand.toLowerCase()}::${person.model}`,
    person.osVersion,
    '4.18.2',
    'v6.17.3',
    app,
    APP_PACKAGE.title,
    APP_PACKAGE.name,
    'false',
    '',
    '7d',
    '',
    'true',
    person.appAgent,
    '',
  );
  return { ios, model: csvText(person.model), text };
}

function networkPiece(random: Random, country: Country): NetworkPiece {
  const networks = NETWORKS[country.code];
  const wifi = random.chance(0.62);
  const operator = random.pick<{ carrier: string; blocks: readonly string[] }>(networks.mobile);
  const { region, city } = random.pick(country.places);
  return {
    blocks: wifi ? networks.fixed : operator.blocks,
    place: csv(region, country.code, region, city, '', ''),
    text: csv(String(wifi), operator.carrier, operator.carrier, country.language),
  };
}
