import { DAY, iso, SECOND } from '#demo/calendar.ts';
import { clickOnce, installColumns, installFrom, playAudience } from '../honest/app-journey.ts';
import { liveWithApp } from '../honest/app-life.ts';
import { usualAudience } from '../honest/odd-app.ts';
import { clickToInstall, reported } from '../honest/people.ts';
import { scenario } from '../scenario.ts';
import { roughly, VALID } from '../stage.ts';

const INCENT = ['ins.incent', 'clk.farm'] as const;

/** Real people who install for coins in another game, do what the coins are paid for and never return. */
export const INCENT_INSTALLS = scenario({
  id: 'incent',
  title: 'Undisclosed incentive',
  side: 'app',
  level: 'source',
  kind: 'install',
  accepts: INCENT,
  sources: 14,
  volume: 'installs',
  deciding: { words: 'share of installs that open the app again on the day after', unit: 'source', measure: 'nextDay' },
  basis:
    'AppsFlyer and mFilterIt on incentivised traffic: high conversion, low retention, target event within a narrow time; the factors are ours',
  parameters: {
    installs: { words: 'installs', easy: [200, 600], medium: [200, 600], hard: [200, 600] },
    genuineShare: { words: 'genuine installs beside, share', easy: [0, 0.1], medium: [0.1, 0.5], hard: [0.5, 1.5] },
    clicksPerInstall: { words: 'clicks per install', easy: [1, 1.4], medium: [1.3, 3], hard: [3, 6] },
    nextDay: {
      words: 'share that opens the app on the day after',
      easy: [0, 0.03],
      medium: [0.03, 0.12],
      hard: [0.15, 0.25],
    },
    targetShare: { words: 'share that reaches the paid level', easy: [0.9, 1], medium: [0.6, 0.9], hard: [0.3, 0.5] },
    targetMinutes: { words: 'minutes to the paid level, median', easy: [20, 40], medium: [30, 120], hard: [120, 1200] },
    targetSigma: { words: 'spread of that time (log-normal)', easy: [0.1, 0.2], medium: [0.2, 0.5], hard: [0.5, 0.8] },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualAudience(stage);
    playAudience(stage, { ...usual, installs: Math.round(values.installs * values.genuineShare) });
    for (let install = 0; install < values.installs; install++) {
      const person = usual.person(stage);
      const seen = reported(person, person.viewAgent);
      for (let others = roughly(random, values.clicksPerInstall - 1); others > 0; others--) {
        const other = usual.person(stage);
        const at = stage.moment(other.country, 'game');
        stage.emit('click', at, INCENT, stage.ad(), reported(other, other.viewAgent), { click_id: random.hex(16) });
      }
      const clicked = { at: stage.moment(person.country, 'game'), id: random.hex(16), ad: stage.ad() };
      stage.emit('click', clicked.at, INCENT, clicked.ad, seen, { click_id: clicked.id });
      const at = clicked.at + clickToInstall(random, { ...usual.pace, laterShare: 0.03 }) * SECOND;
      const device = reported(person, person.appAgent);
      const begin = at - Math.min((at - clicked.at) * 0.9, random.logNormal(45, 0.9) * SECOND);
      if (!stage.emit('install', at, INCENT, clicked.ad, device, installColumns(person, clicked, at, begin))) continue;
      liveWithApp(stage, person, clicked.ad, at, { reasons: INCENT, nextDay: values.nextDay, eager: 0.3 });
      if (random.chance(values.targetShare)) {
        const reached = at + random.logNormal(values.targetMinutes * 60, values.targetSigma) * SECOND;
        stage.emit('app_event', reached, INCENT, clicked.ad, device, {
          event_name: 'level_10',
          install_time: iso(at),
          app_version: '4.9.0',
        });
      }
    }
  },
});

const AGAIN = ['ins.duplicate'] as const;

/** The same phone is booked as a new install again. */
export const DUPLICATE_INSTALLS = scenario({
  id: 'duplicate_installs',
  title: 'Duplicate installs',
  side: 'app',
  level: 'event',
  kind: 'install',
  accepts: AGAIN,
  sources: 8,
  volume: 'installs',
  deciding: { words: 'days since the device was last a new install', unit: 'event', measure: 'installAgainDays' },
  basis: '24metrics duplicate install filter; a device that hides its id (zeros) cannot be told again, 6 % of Android',
  parameters: {
    installs: { words: 'first installs', easy: [60, 160], medium: [60, 160], hard: [60, 160] },
    copies: { words: 'times each is booked again', easy: [1, 2], medium: [0.5, 1], hard: [0.1, 0.3] },
    daysLater: { words: 'days later, at most', easy: [1, 3], medium: [3, 8], hard: [6, 12] },
    newId: { words: 'share that takes a new id for it', easy: [0, 0], medium: [0, 0.05], hard: [0.3, 0.6] },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualAudience(stage);
    for (let install = 0; install < values.installs; install++) {
      const person = usual.person(stage);
      const first = stage.moment(person.country, 'game');
      const clicked = clickOnce(stage, reported(person, person.viewAgent), first);
      installFrom(stage, person, clicked, clickToInstall(random, { ...usual.pace, laterShare: 0 }));
      let at = first;
      for (let copies = roughly(random, values.copies); copies > 0; copies--) {
        at += random.between(0.3, values.daysLater) * DAY;
        const again = random.chance(values.newId) ? { ...person, deviceId: random.uuid() } : person;
        const click = { at, id: random.hex(16), ad: stage.ad() };
        stage.emit('click', at, VALID, click.ad, reported(again, again.viewAgent), { click_id: click.id });
        const opened = at + clickToInstall(random, { ...usual.pace, laterShare: 0 }) * SECOND;
        const columns = installColumns(again, click, opened, opened - (opened - at) * 0.6);
        stage.emit('install', opened, AGAIN, click.ad, reported(again, again.appAgent), columns);
      }
    }
  },
});
