import { addressIn } from '../addresses.ts';
import { DAY, iso, MINUTE, SECOND } from '../calendar.ts';
import { COUNTRIES } from '../data/countries.ts';
import { NETWORKS } from '../data/networks.ts';
import type { Columns, RawColumns } from '../labelled-event.ts';
import type { Person } from '../people.ts';
import { Random } from '../random.ts';
import { type Ad, browserColumns, type Stage } from '../stage.ts';

const PRODUCTS = [
  'linen-curtain',
  'wool-throw',
  'oak-side-table',
  'reading-lamp',
  'duvet-cover',
  'jute-rug',
  'garden-bench',
  'stoneware-set',
];
const PAGES = ['/', '/new', '/sale', '/living', '/bedroom', '/outdoor', '/journal'];

/** A look around the shop, perhaps up to the order. Returns when it ended. */
export function shopVisit(stage: Stage, person: Person, ad: Ad, from: number, clickId: string): number {
  const { random } = stage;
  const ids: RawColumns = { user_id: person.userId };
  if (clickId !== '') ids.click_id = clickId;
  const shared: Columns = [ad.columns, browserColumns(person), ids];
  let at = from;
  let product = '';
  const pages = 1 + Math.floor(random.exponential(1.6));
  for (let page = 0; page < pages; page++) {
    product = page > 0 && random.chance(0.65) ? random.pick(PRODUCTS) : '';
    const path = product ? `/p/${product}` : random.pick(PAGES);
    const own: RawColumns = {
      page_id: path,
      http_method: 'GET',
      http_status: random.chance(0.992) ? 200 : 404,
      url: `https://${stage.pkg.name}${path}`,
    };
    if (page === 0 && ad.columns.system_domain) own.referrer = `https://${ad.columns.system_domain}/`;
    stage.add('visit', at, [...shared, own]);
    if (product)
      stage.add('web_event', at + random.between(2, 9) * SECOND, [
        ...shared,
        { event_name: 'view_item', page_id: path },
      ]);
    at += random.logNormal(28, 0.8) * SECOND;
  }
  if (product && random.chance(0.3)) checkout(stage, person, ad, shared, at);
  else if (random.chance(0.02))
    stage.add('web_event', at, [...shared, { event_name: 'newsletter_signup' }, lead(random)]);
  return at;
}

/** What the form of the shop reports: the domain of the address, not the address. */
const lead = (random: Random): RawColumns => ({
  email_domain: random.pick(['gmail.com', 'outlook.com', 'icloud.com', 'gmx.de', 'orange.fr']),
  fill_seconds: Math.round(6 + random.logNormal(14, 0.6)),
});

function checkout(stage: Stage, person: Person, ad: Ad, shared: Columns, from: number): void {
  const { random } = stage;
  stage.add('web_event', from, [...shared, { event_name: 'add_to_cart' }]);
  if (!random.chance(0.5)) return;
  const begun = from + random.between(15, 90) * SECOND;
  stage.add('web_event', begun, [...shared, { event_name: 'begin_checkout' }]);
  if (!random.chance(0.62)) return;
  const order: RawColumns = {
    event_name: 'purchase',
    order_id: `LL-${random.int(100000, 999999)}-${random.hex(4)}`,
    ...stage.revenue(person.country, 54, 0.6),
  };
  // A fee per order is agreed in the currency of the order, so one currency column serves both.
  if (ad.pricing?.per === 'order') order.cost = Math.round(ad.pricing.amount * person.country.perEuro * 100) / 100;
  stage.add('web_event', begun + random.between(45, 240) * SECOND, [...shared, order]);
}

/** Sees the ad a few times, perhaps clicks, looks around, perhaps returns. */
function journey(stage: Stage, person: Person): void {
  const { random, publisher } = stage;
  let at = stage.moment(person.country);
  const ad = stage.ad();
  if (publisher.pricing === null) {
    shopVisit(stage, person, ad, at, '');
    return;
  }
  const shown = publisher.pricing.per === 'mille';
  const seen: Columns = [ad.columns, browserColumns(person)];
  const times = shown ? random.int(1, 4) : 1;
  let impression = at;
  for (let i = 0; i < times; i++) {
    impression = at;
    if (shown || random.chance(0.25)) stage.add('impression', at, [...seen, stage.cost('impression', ad)]);
    at += random.logNormal(25, 0.9) * MINUTE;
  }
  if (shown && !random.chance(0.22)) return;
  const clickId = random.hex(20);
  const click = impression + random.logNormal(9, 0.7) * SECOND + 1.2 * SECOND;
  stage.add('click', click, [
    ...seen,
    {
      click_id: clickId,
      impression_time: iso(impression),
      url: `https://${stage.pkg.name}/?utm_source=${ad.columns.channel}&utm_campaign=${ad.columns.campaign_id}`,
    },
    stage.cost('click', ad),
  ]);
  // Some leave before the page has loaded.
  if (random.chance(0.9)) shopVisit(stage, person, ad, click + random.between(0.8, 4) * SECOND, clickId);
  if (random.chance(0.12)) shopVisit(stage, person, ad, click + random.between(0.7, 6) * DAY, clickId);
}

export const webPeople = (stage: Stage): void => journey(stage, stage.person());

export const webOldPhones = (stage: Stage): void => journey(stage, stage.person({ old: true }));

/** Somebody who compares prices: several clicks in a sitting, minutes apart and never as many as a machine. */
export function priceCompare(stage: Stage): void {
  const { random } = stage;
  const person = stage.person();
  let at = stage.moment(person.country);
  const offers = random.int(2, 4);
  for (let offer = 0; offer < offers; offer++) {
    const ad = stage.ad();
    const clickId = random.hex(20);
    stage.add('click', at, [ad.columns, browserColumns(person), { click_id: clickId }, stage.cost('click', ad)]);
    at = shopVisit(stage, person, ad, at + random.between(0.8, 4) * SECOND, clickId) + random.between(1, 9) * MINUTE;
  }
}

/** Honest strangers behind a few shared addresses of one mobile carrier. */
export function webCarrierNat(stage: Stage): void {
  const country = COUNTRIES.find((item) => item.code === 'DE');
  if (!country) return;
  journey(stage, {
    ...stage.person({ country, phone: true }),
    wifi: false,
    carrier: 'o2 - de',
    ip: gateway('77.0.0.0/12', stage.random.int(1, 4)),
  });
}

/** The same few gateway addresses on every day of the demo. */
export const gateway = (block: string, number: number): string => addressIn(new Random(number, block), block);

const OFFICE_DESKS = 25;

/** Colleagues of one office: one address, the same managed browser, office hours only. */
export function officeNetwork(stage: Stage): void {
  const { random } = stage;
  const country = COUNTRIES.find((item) => item.code === 'DE');
  if (!country) return;
  const desk = stage.person({ country, phone: false });
  const userId = new Random(random.int(1, OFFICE_DESKS), 'office desk').hex(16);
  journey(stage, { ...desk, ip: gateway(NETWORKS.DE.fixed[4], 77), userId });
}
