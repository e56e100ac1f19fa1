import { addressIn } from '#demo/addresses.ts';
import { HOUR, SECOND, weekdayWeight } from '#demo/calendar.ts';
import type { Country } from '#demo/data/countries.ts';
import { NETWORKS } from '#demo/data/networks.ts';
import type { Person } from '#demo/people.ts';
import { Random } from '#demo/random.ts';
import type { Reported } from '../event.ts';
import type { OddGroup } from '../source.ts';
import { countryOf, dayDraw, FIRST_DAY, roughly, type Stage, VALID } from '../stage.ts';
import { type Audience, audienceOf, clickOnce, installFrom, marketPerson, playAudience } from './app-journey.ts';
import { alwaysReported, habitsOf, liveWithApp, purchaseOf, usualPrice } from './app-life.ts';
import { playKids } from './kids.ts';
import { APP_CHANNEL_IDS, APP_CHANNELS, MARKETS, type Market, MONEY, ODD, PACES, SIZES } from './parameters.ts';
import { clickToInstall, reported, withNoise } from './people.ts';
import { playPush } from './push.ts';

const appSize = (stage: Stage): number =>
  Math.max(stage.sized(SIZES.app.least), stage.sized(stage.random.logNormal(SIZES.app.median, SIZES.app.sigma)));

/** A source with nothing odd about it. */
export function usualAudience(stage: Stage): Audience {
  const { random } = stage;
  const market: Market = random.pick(['rich', 'rich', 'middle', 'poor'] as const);
  const channel = APP_CHANNEL_IDS.find((each) => each === stage.source.channel) ?? 'display';
  const [low, high] = APP_CHANNELS[channel].clicksPerInstall;
  return audienceOf(market, appSize(stage), random.between(low, high));
}

export const oddApp: Readonly<Record<OddGroup, (stage: Stage) => void>> = {
  season: (stage) => playAudience(stage, { ...usualAudience(stage), day: seasonDays(stage) }),
  sale: (stage) => {
    const usual = usualAudience(stage);
    const sale = Math.round(usual.installs * ODD.sale.share);
    const clicksPerInstall = Math.max(1, usual.clicksPerInstall / stage.random.between(...ODD.sale.convertsTimes));
    playAudience(stage, { ...usual, installs: usual.installs - sale });
    const usually = habitsOf(stage);
    const pays = usually.pays * stage.random.between(...ODD.sale.paysTimes);
    const habits = { ...usually, pays, dear: ODD.sale.dear };
    playBurst(stage, { ...usual, installs: sale, clicksPerInstall, habits });
  },
  small: (stage) =>
    playAudience(stage, { ...usualAudience(stage), installs: stage.sized(stage.random.int(...ODD.small.installs)) }),
  nat: (stage) => {
    const behind = gatewayPerson(stage);
    playAudience(stage, { ...usualAudience(stage), person: behind });
  },
  office: (stage) => playAudience(stage, { ...usualAudience(stage), person: officePhone(stage), rhythm: 'office' }),
  old: (stage) => {
    const { random } = stage;
    const pace = {
      ...PACES.poor,
      laterShare: random.between(...ODD.old.laterShare),
      directMedian: random.between(...ODD.old.directMedian),
    };
    playAudience(stage, { ...usualAudience(stage), pace, person: poorMarket(stage) });
  },
  retarget: playRetargeting,
  rich: (stage) => {
    const usually = habitsOf(stage);
    const pays = usually.pays * stage.random.between(...ODD.rich.paysTimes);
    const person = (on: Stage) => withNoise(on, on.person({ country: countryOf(on.random.pick(ODD.rich.countries)) }));
    playAudience(stage, { ...usualAudience(stage), person, habits: { ...usually, pays, dear: ODD.rich.dear } });
  },
  whale: (stage) => {
    const { random } = stage;
    const installs = stage.sized(random.int(...ODD.whale.installs));
    let before = random.int(1, installs);
    const also: Audience['also'] = (person, ad, installed) => {
      if (--before === 0) buyOften(stage, person, ad, installed);
    };
    playAudience(stage, { ...usualAudience(stage), installs, also });
  },
  utility: (stage) => {
    const usually = habitsOf(stage);
    const habits = {
      ...usually,
      nextDay: usually.nextDay * stage.random.between(...ODD.utility.nextDayTimes),
      decay: usually.decay + stage.random.between(...ODD.utility.decayMore),
    };
    playAudience(stage, { ...usualAudience(stage), habits });
  },
  push: (stage) => playPush(stage, usualAudience(stage)),
  kids: (stage) => playKids(stage, usualAudience(stage)),
};

/** The one player on whom a small publisher lives. */
function buyOften(stage: Stage, person: Person, ad: Reported, installed: number): void {
  const { random } = stage;
  const columns = alwaysReported(installed);
  let at = installed;
  for (let purchases = random.int(...ODD.whale.purchases); purchases > 0; purchases--) {
    at += (20 + random.logNormal(HOUR / SECOND, 1.5)) * SECOND;
    const dollars = random.chance(ODD.whale.dear) ? random.pick(MONEY.dear) : usualPrice(random);
    const device = reported(person, person.appAgent);
    stage.emit('app_event', at, VALID, ad, device, columns, purchaseOf(random, person, dollars));
  }
}

/** Weekends bring several times the usual, and one day is a holiday. */
export function seasonDays({ random, world: { days } }: Stage) {
  const holiday = random.int(0, days - 1);
  return dayDraw(days, (day) => {
    const usual = weekdayWeight('game', FIRST_DAY + day * 24 * HOUR);
    if (day === holiday) return usual * ODD.season.holiday;
    return day % 7 >= 5 ? usual * ODD.season.weekend : usual;
  });
}

/** The hours of the sale, the same for the whole world, by day here and by night there. */
function saleMoment({ random, source, world: { days } }: Stage): number {
  const when = new Random(7, source.sub);
  const start = FIRST_DAY + when.int(2, days - 3) * 24 * HOUR + when.int(0, 20) * HOUR;
  return start + random.next() * ODD.sale.inHours * HOUR;
}

/** A moment of the sale at which it is not night for somebody of the audience, and who that is. */
export function atSale(stage: Stage, who: (stage: Stage) => Person): { person: Person; at: number } {
  for (;;) {
    const person = who(stage);
    const at = saleMoment(stage);
    const hour = (Math.floor(at / HOUR) + person.country.offset + 48) % 24;
    if (hour >= ODD.sale.awakeFrom) return { person, at };
  }
}

function playBurst(stage: Stage, audience: Audience): void {
  const { random } = stage;
  for (let install = 0; install < audience.installs; install++) {
    for (let clicks = roughly(random, audience.clicksPerInstall); clicks > 1; clicks--) {
      const other = atSale(stage, audience.person);
      clickOnce(stage, reported(other.person, other.person.viewAgent), other.at);
    }
    const { person, at } = atSale(stage, audience.person);
    const clicked = clickOnce(stage, reported(person, person.viewAgent), at);
    installFrom(stage, person, clicked, clickToInstall(random, audience.pace), audience);
  }
}

/** People of one mobile operator, most of them behind the same few gateways. */
export function gatewayPerson(stage: Stage): (stage: Stage) => Person {
  const code = stage.random.pick([...MARKETS.middle, ...MARKETS.poor]);
  const country = countryOf(code);
  const operator = stage.random.pick<{ carrier: string; blocks: readonly string[] }>(NETWORKS[country.code].mobile);
  const gateways = stage.random.int(...ODD.nat.gateways);
  return (on) => {
    const person = on.person({ country, phone: true });
    if (!on.random.chance(ODD.nat.behind)) return person;
    const ip = gatewayOf(operator.blocks[0] ?? '', on.random.int(1, gateways));
    return { ...person, wifi: false, carrier: operator.carrier, ip };
  };
}

/** The same few addresses for everybody who asks for gateways of the block. */
export const gatewayOf = (block: string, number: number): string => addressIn(new Random(number, block), block);

/** Poor markets: many phones long out of support, and newer ones beside them. */
export function poorMarket(stage: Stage): (stage: Stage) => Person {
  const share = stage.random.between(...ODD.old.share);
  const old = marketPerson('poor', { old: true });
  const newer = marketPerson('poor');
  return (on) => (on.random.chance(share) ? old(on) : newer(on));
}

/** Phones of colleagues on the Wi-Fi of their office, each with its own model. */
function officePhone(stage: Stage): (stage: Stage) => Person {
  const usual = marketPerson('rich');
  const country = countryOf(stage.random.pick(MARKETS.rich));
  const offices = officeAddresses(stage, country.code);
  return (on) => {
    if (!on.random.chance(ODD.office.inside)) return usual(on);
    return { ...on.person({ country }), wifi: true, ip: on.random.pick(offices) };
  };
}

export function officeAddresses(stage: Stage, code: keyof typeof NETWORKS): string[] {
  const count = stage.random.int(...ODD.office.addresses);
  return Array.from({ length: count }, () => addressIn(stage.random, stage.random.pick<string>(NETWORKS[code].fixed)));
}

/** Few and warm clicks for new installs; mostly people who have the app are called back. */
function playRetargeting(stage: Stage): void {
  const { random } = stage;
  const usual = usualAudience(stage);
  const clicksPerInstall = random.between(...ODD.retarget.clicksPerInstall);
  const usually = habitsOf(stage);
  const knowing = { ...usually, pays: usually.pays * random.between(...ODD.retarget.paysTimes) };
  playAudience(stage, { ...usual, installs: Math.ceil(usual.installs / 2), clicksPerInstall });
  for (let people = usual.installs * 2; people > 0; people--) {
    const person = usual.person(stage);
    const seen = reported(person, person.viewAgent);
    let at = stage.moment(person.country, 'game');
    const ad = stage.ad();
    let opened = Number.NEGATIVE_INFINITY;
    for (let touches = random.int(...ODD.retarget.touches); touches > 0; touches--) {
      const id = random.hex(16);
      stage.emit('re_click', at, VALID, ad, seen, { click_id: id });
      // Who was there a short while ago is not won back: partners ask for some days of absence first.
      const away = at - opened > ODD.retarget.absentDays * 24 * HOUR || random.chance(ODD.retarget.bookedAgain);
      if (away && random.chance(ODD.retarget.opens)) {
        opened = at + random.logNormal(14, 0.7) * SECOND;
        const device = reported(person, person.appAgent);
        const back = { event_name: 'session_start', click_id: id, app_version: '4.9.0', sdk_version: '6.14.0' };
        stage.emit('re_event', opened, VALID, ad, device, back);
        if (random.chance(0.12)) liveWithApp(stage, person, ad, opened, { eager: 0.3, habits: knowing });
      }
      at = nextTouch(random, at, person.country);
    }
  }
}

/** When somebody meets the ad again: later that day or on another, and seldom in the night. */
export function nextTouch(random: Random, at: number, { offset }: Country): number {
  const next =
    at +
    (random.chance(ODD.retarget.sameDay)
      ? (120 + random.logNormal(ODD.retarget.gapMedian, 1)) * SECOND
      : random.between(16, 40) * HOUR);
  const hour = (((next / HOUR + offset) % 24) + 24) % 24;
  return hour < 7 && random.chance(0.9) ? next + (7 - hour + 3 * random.next()) * HOUR : next;
}
