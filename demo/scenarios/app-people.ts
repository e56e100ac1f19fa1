import { DAY, HOUR, iso, MINUTE, SECOND } from '../calendar.ts';
import { COUNTRIES } from '../data/countries.ts';
import type { Columns, Label, RawColumns } from '../labelled-event.ts';
import type { Person } from '../people.ts';
import type { Random } from '../random.ts';
import { type Ad, deviceColumns, type Stage } from '../stage.ts';
import { gateway } from './web-people.ts';

const APP_VERSIONS = ['4.18.2', '4.18.2', '4.18.1', '4.17.0', '4.15.3'];
const SDK_VERSION = 'v6.17.3';
const PLAY_EVENTS = [
  'session_start',
  'tutorial_complete',
  'level_5',
  'level_10',
  'ad_watched',
  'level_20',
  'invite_friend',
];

/**
 * Seconds from click to first open of a big app on real networks. Fits the published norm: about three quarters inside
 * the first hour, 94 % inside a day, nothing below the time a download takes.
 */
export function honestDelay(random: Random): number {
  const kind = random.next();
  if (kind < 0.75) return 32 + random.logNormal(240, 0.9);
  if (kind < 0.94) return 3600 * 24 ** random.next();
  return 86_400 * random.between(1, 7);
}

export interface Install {
  person: Person;
  ad: Ad;
  installAt: number;
  /** Absent for organic installs. */
  click?: { at: number; id: string };
  beginAt?: number;
  type?: 'install' | 'reinstall';
  label?: Label;
}

export function addClick(stage: Stage, person: Person, ad: Ad, at: number, id: string, label = stage.label): void {
  const columns = [ad.columns, deviceColumns(person, person.viewAgent), { click_id: id }, stage.cost('click', ad)];
  stage.add('click', at, columns, label);
}

/** Since the install another ad reached one player in eight and has the credit for what they do now. */
const creditOf = (clickId: string): string => (/[01]$/.test(clickId) ? 'non-primary' : 'primary');

/** Columns every event of an installed app repeats about its install. */
export function installColumns({ person, ad, installAt, click }: Install): Columns {
  const times: RawColumns = { install_time: iso(installAt), attribution: click ? creditOf(click.id) : 'primary' };
  if (click) {
    times.click_id = click.id;
    times.click_time = iso(click.at);
  }
  return [ad.columns, deviceColumns(person, person.appAgent), times];
}

export function addInstall(stage: Stage, install: Install): void {
  const own: RawColumns = {
    install_type: install.type ?? (install.click ? 'install' : 'organic'),
    attribution: 'primary',
    app_version: stage.random.pick(APP_VERSIONS),
    sdk_version: SDK_VERSION,
  };
  // Only Google Play tells when the store began.
  if (install.beginAt !== undefined && install.person.os === 'Android') own.install_begin_time = iso(install.beginAt);
  stage.add(
    'install',
    install.installAt,
    [...installColumns(install), own, stage.cost('install', install.ad)],
    install.label,
  );
}

/** What an honest player does in the weeks after the install. */
function play(stage: Stage, install: Install): void {
  const { random } = stage;
  const shared: Columns = [
    ...installColumns(install),
    { app_version: random.pick(APP_VERSIONS), sdk_version: SDK_VERSION },
  ];
  let at = install.installAt + random.between(8, 60) * SECOND;
  const steps = Math.floor(random.exponential(3));
  for (let step = 0; step < steps; step++) {
    stage.add('app_event', at, [
      ...shared,
      { event_name: PLAY_EVENTS[Math.min(step, PLAY_EVENTS.length - 1)] ?? 'session_start' },
    ]);
    at += random.chance(0.6) ? random.logNormal(4, 0.7) * MINUTE : random.exponential(1.8) * DAY + HOUR;
  }
  if (random.chance(0.1)) {
    stage.add('app_event', at, [
      ...shared,
      {
        event_name: 'purchase',
        order_id: `GPA.${random.int(1000, 9999)}-${random.int(1000, 9999)}-${random.int(10000, 99999)}`,
      },
      stage.revenue(install.person.country, 5.5, 0.8),
    ]);
  }
}

function journey(stage: Stage, person: Person): void {
  const { random } = stage;
  const ad = stage.ad();
  let at = stage.moment(person.country);
  if (ad.pricing === null) {
    const install: Install = { person, ad, installAt: at };
    addInstall(stage, install);
    play(stage, install);
    return;
  }
  if (random.chance(0.3)) {
    stage.add('click_impression', at, [
      ad.columns,
      deviceColumns(person, person.viewAgent),
      { ad_width: 320, ad_height: 480 },
      stage.cost('click_impression', ad),
    ]);
    at += random.logNormal(8, 0.6) * SECOND + 1.2 * SECOND;
  }
  const click = { at, id: random.hex(20) };
  addClick(stage, person, ad, click.at, click.id);
  if (!random.chance(0.3)) return;
  const installAt = at + honestDelay(random) * SECOND;
  const install: Install = {
    person,
    ad,
    click,
    installAt,
    beginAt: Math.max(at + 6 * SECOND, installAt - random.between(20, 400) * SECOND),
  };
  addInstall(stage, install);
  play(stage, install);
}

export const appPeople = (stage: Stage): void => journey(stage, stage.person());

export const appOldPhones = (stage: Stage): void => journey(stage, stage.person({ old: true }));

/** Honest strangers behind the few gateway addresses of one mobile carrier. */
export function appCarrierNat(stage: Stage): void {
  const country = COUNTRIES.find((item) => item.code === 'IN');
  if (!country) return;
  journey(stage, {
    ...stage.person({ country }),
    wifi: false,
    carrier: 'Jio',
    ip: gateway('152.56.0.0/14', stage.random.int(1, 3)),
  });
}

/** A new start on the same phone, and the network says so: the look of a duplicate install without the fraud. */
export function reinstallers(stage: Stage): void {
  const { random } = stage;
  const person = stage.person();
  const ad = stage.ad();
  let at = stage.moment(person.country);
  for (const type of ['install', 'reinstall'] as const) {
    const click = { at: Math.floor(at), id: random.hex(20) };
    addClick(stage, person, ad, click.at, click.id);
    const installAt = at + random.between(40, 900) * SECOND;
    const install: Install = { person, ad, click, installAt, beginAt: at + 8 * SECOND, type };
    addInstall(stage, install);
    play(stage, install);
    at += random.between(3, 25) * DAY;
  }
}

/** Columns of what somebody does who came back through an ad, long after the install. */
export const returned = (stage: Stage, person: Person, ad: Ad, click: { at: number; id: string }): Columns => [
  ...installColumns({ person, ad, installAt: stage.dayStart - stage.random.between(20, 200) * DAY, click }),
  {
    app_version: stage.random.pick(APP_VERSIONS),
    sdk_version: SDK_VERSION,
    install_type: 're-engagement',
    attribution: 'primary',
  },
];

/** Somebody who had stopped playing comes back through an ad. */
export function wonBack(stage: Stage): void {
  const { random } = stage;
  const person = stage.person();
  const ad = stage.ad();
  const at = stage.moment(person.country);
  const click = { at, id: random.hex(20) };
  stage.add('re_click', at, [
    ad.columns,
    deviceColumns(person, person.viewAgent),
    { click_id: click.id },
    stage.cost('re_click', ad),
  ]);
  if (!random.chance(0.55)) return;
  const shared = returned(stage, person, ad, click);
  let next = at + random.between(3, 40) * SECOND;
  const steps = random.int(1, 4);
  for (let step = 0; step < steps; step++) {
    stage.add('re_event', next, [...shared, { event_name: step === 0 ? 'reopen' : random.pick(PLAY_EVENTS) }]);
    next += random.logNormal(5, 0.7) * MINUTE;
  }
  if (random.chance(0.07))
    stage.add('re_event', next, [
      ...shared,
      { event_name: 'purchase', order_id: random.hex(12) },
      stage.revenue(person.country, 7, 0.7),
    ]);
}
