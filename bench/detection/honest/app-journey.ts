import { DAY, iso, MINUTE, type Rhythm, SECOND } from '#demo/calendar.ts';
import type { Person, Wish } from '#demo/people.ts';
import type { Reported } from '../event.ts';
import { countryOf, type DayDraw, roughly, type Stage, VALID } from '../stage.ts';
import { type Habits, liveWithApp } from './app-life.ts';
import { MARKETS, type Market, NOISE, PACES } from './parameters.ts';
import { clickToInstall, type Pace, reported, withNoise } from './people.ts';

const DUPLICATE = ['clk.duplicate'] as const;
const APP_VERSIONS = ['4.8.0', '4.8.1', '4.9.0'] as const;

/** How an audience comes and behaves. */
export interface Audience {
  installs: number;
  clicksPerInstall: number;
  pace: Pace;
  /** Draws who comes. */
  person(stage: Stage): Person;
  rhythm: Rhythm;
  day?: DayDraw;
  /** How they stay and pay, where that is not as usual at the source. */
  habits?: Habits;
  /** What else is reported of each of them after the install. */
  also?(person: Person, ad: Reported, installed: number): void;
}

export const marketPerson =
  (market: Market, wish: Wish = {}) =>
  (stage: Stage): Person =>
    withNoise(stage, stage.person({ country: countryOf(stage.random.pick(MARKETS[market])), ...wish }));

export const audienceOf = (market: Market, installs: number, clicksPerInstall: number): Audience => ({
  installs,
  clicksPerInstall,
  pace: PACES[market],
  person: marketPerson(market),
  rhythm: 'game',
});

/** Everything an honest source brings: clicks of whom some install and then use the app. */
export function playAudience(stage: Stage, audience: Audience): void {
  const { random } = stage;
  for (let install = 0; install < audience.installs; install++) {
    const person = audience.person(stage);
    const click = stage.moment(person.country, audience.rhythm, audience.day);
    const seen = reported(person, person.viewAgent);
    const clicked = clickOnce(stage, seen, click);
    installFrom(stage, person, clicked, clickToInstall(random, audience.pace), audience);
    for (let others = roughly(random, audience.clicksPerInstall - 1); others > 0; others--) {
      const other = audience.person(stage);
      const at = stage.moment(other.country, audience.rhythm, audience.day);
      const columns = reported(other, other.viewAgent);
      clickOnce(stage, columns, at);
      // Some come back to the ad without installing after all.
      if (random.chance(0.05)) clickOnce(stage, columns, at + MINUTE + random.logNormal(15, 1.2) * MINUTE);
      if (random.chance(NOISE.clicksAnotherDay))
        clickOnce(stage, columns, at + random.between(...NOISE.daysUntilThen) * DAY);
    }
  }
}

export interface Clicked {
  at: number;
  id: string;
  ad: Reported;
}

/** A click, sometimes a double tap. */
export function clickOnce(stage: Stage, seen: Reported, at: number): Clicked {
  const { random } = stage;
  const clicked = { at, id: random.hex(16), ad: stage.ad() };
  stage.emit('click', at, VALID, clicked.ad, seen, { click_id: clicked.id });
  if (random.chance(NOISE.doubleTap)) {
    const again = at + random.between(0.2, NOISE.doubleTapSeconds) * SECOND;
    stage.emit('click', again, DUPLICATE, clicked.ad, seen, { click_id: random.hex(16) });
  }
  return clicked;
}

/** Columns of an install that follows a click; `begin` is when the store began, unknown outside Google Play. */
export function installColumns(person: Person, clicked: Clicked, at: number, begin: number | null): Reported {
  const columns: Reported = {
    click_id: clicked.id,
    click_time: iso(clicked.at),
    install_time: iso(at),
    install_type: 'install',
    app_version: APP_VERSIONS[Number.parseInt(clicked.id.slice(0, 2), 16) % APP_VERSIONS.length] ?? '4.9.0',
    sdk_version: '6.14.0',
  };
  if (begin !== null && person.os === 'Android') columns.install_begin_time = iso(begin);
  return columns;
}

export function installFrom(
  stage: Stage,
  person: Person,
  clicked: Clicked,
  seconds: number,
  { habits, also }: Pick<Audience, 'habits' | 'also'> = {},
): void {
  const { random } = stage;
  const at = clicked.at + seconds * SECOND;
  const download = Math.min(seconds * 0.9, random.logNormal(45, 0.9)) * SECOND;
  const skew = Math.log(random.logNormal(1, NOISE.clockSkew)) * SECOND;
  const columns = installColumns(person, { ...clicked, at: clicked.at + skew }, at, at - download);
  if (random.chance(NOISE.reinstall)) columns.install_type = 'reinstall';
  const device = reported(person, person.appAgent);
  if (!stage.emit('install', at, VALID, clicked.ad, device, columns)) return;
  liveWithApp(stage, person, clicked.ad, at, { habits });
  also?.(person, clicked.ad, at);
  if (random.chance(NOISE.household)) alsoAtHome(stage, person, at);
}

/** The family has bought its phones together, and one tells the others about the app. */
function alsoAtHome(stage: Stage, person: Person, from: number): void {
  const { random } = stage;
  let at = from;
  for (let others = random.int(1, 3); others > 0; others--) {
    at += (120 + random.logNormal(3_600, 1)) * SECOND;
    const other = { ...person, deviceId: random.uuid() };
    const clicked = clickOnce(stage, reported(other, other.viewAgent), at);
    const opened = at + (30 + random.logNormal(90, 0.8)) * SECOND;
    const columns = installColumns(other, clicked, opened, opened - 20 * SECOND);
    if (!stage.emit('install', opened, VALID, clicked.ad, reported(other, other.appAgent), columns)) return;
    liveWithApp(stage, other, clicked.ad, opened);
  }
}

/** People who find the app by themselves. */
export function playOrganic(stage: Stage, installs: number): void {
  const { random } = stage;
  for (let install = 0; install < installs; install++) {
    const market = random.pick(['rich', 'rich', 'middle', 'poor'] as const);
    const person = marketPerson(market)(stage);
    const at = stage.moment(person.country, 'game');
    const device = reported(person, person.appAgent);
    const ad = stage.ad();
    const columns: Reported = {
      install_time: iso(at),
      install_type: 'organic',
      app_version: '4.9.0',
      sdk_version: '6.14.0',
    };
    if (person.os === 'Android') columns.install_begin_time = iso(at - random.logNormal(45, 0.9) * SECOND);
    if (stage.emit('install', at, VALID, ad, device, columns)) liveWithApp(stage, person, ad, at);
  }
}
