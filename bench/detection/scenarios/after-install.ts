import { HOUR, iso, SECOND } from '#demo/calendar.ts';
import type { Reported } from '../event.ts';
import { clickOnce, installColumns, playAudience } from '../honest/app-journey.ts';
import { usualAudience } from '../honest/odd-app.ts';
import { clickToInstall, reported } from '../honest/people.ts';
import { scenario } from '../scenario.ts';
import { roughly, VALID } from '../stage.ts';

const SAME_ORDER = ['evt.duplicate', 'evt.fake', 'evt.too_fast'] as const;
const TOO_FAST = ['evt.too_fast', 'evt.fake', 'evt.sequence', 'evt.duplicate'] as const;
const FIRST_ORDER = ['evt.too_fast', 'evt.fake', 'evt.sequence'] as const;

/** Purchases that nobody made, sent after real installs to look like good users. */
export const EVENT_FRAUD = scenario({
  id: 'event_fraud',
  title: 'Event fraud',
  side: 'app',
  level: 'event',
  kind: 'app_event',
  accepts: TOO_FAST,
  sources: 12,
  volume: 'installs',
  deciding: { words: 'seconds from install to purchase', unit: 'event', measure: 'installToPurchase' },
  basis:
    'interceptd on event speed, Adjust on purchase verification: the same receipt again, events sooner than a person can; numbers ours',
  parameters: {
    installs: { words: 'installs', easy: [60, 160], medium: [60, 160], hard: [60, 160] },
    purchases: { words: 'purchases made up for each install', easy: [2, 4], medium: [1, 3], hard: [0.5, 1] },
    secondsAfter: {
      words: 'seconds after the install, median of the first',
      easy: [1, 3],
      medium: [3, 60],
      hard: [60, 1200],
    },
    sameOrder: { words: 'share that repeats an order number', easy: [1, 1], medium: [0.9, 1], hard: [0.2, 0.5] },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualAudience(stage);
    for (let install = 0; install < values.installs; install++) {
      const person = usual.person(stage);
      const clicked = clickOnce(stage, reported(person, person.viewAgent), stage.moment(person.country, 'game'));
      const at = clicked.at + clickToInstall(random, usual.pace) * SECOND;
      const device = reported(person, person.appAgent);
      const columns = installColumns(person, clicked, at, at - (at - clicked.at) * 0.6);
      if (!stage.emit('install', at, VALID, clicked.ad, device, columns)) continue;
      const order = `GPA.${random.int(1000, 9999)}-${random.hex(8)}`;
      let when = at;
      for (let made = 0, all = Math.max(1, roughly(random, values.purchases)); made < all; made++) {
        when += random.logNormal(values.secondsAfter, 0.5) * SECOND;
        const same = made > 0 && random.chance(values.sameOrder);
        const event: Reported = {
          event_name: 'purchase',
          order_id: same ? order : made === 0 ? order : `GPA.${random.int(1000, 9999)}-${random.hex(8)}`,
          revenue: 49.99,
          currency: 'USD',
          install_time: iso(at),
          app_version: '4.9.0',
        };
        stage.emit(
          'app_event',
          when,
          same ? SAME_ORDER : made === 0 ? FIRST_ORDER : TOO_FAST,
          clicked.ad,
          device,
          event,
        );
      }
    }
  },
});

const LOOP = ['reng.loop', 'reng.active_user', 'clk.frequency', 'clk.duplicate'] as const;

/** The same phones are "won back" again and again, whether or not anybody was away. */
export const REENGAGEMENT_LOOPS = scenario({
  id: 'reengagement_loops',
  title: 'Re-engagement loops',
  side: 'app',
  level: 'event',
  kind: 're_event',
  accepts: LOOP,
  sources: 12,
  volume: 'devices',
  deciding: { words: 're-engagements of one device within a day', unit: 'event', measure: 'backPerDay' },
  basis: 'Adjust hyper engagement; mFilterIt on blind spots after the install; numbers ours',
  parameters: {
    devices: { words: 'devices', easy: [15, 40], medium: [20, 60], hard: [60, 150] },
    daysActive: { words: 'days each device is at it', easy: [2, 5], medium: [1, 3], hard: [1, 3] },
    perDay: { words: 're-engagements of a device in a day', easy: [15, 40], medium: [7, 14], hard: [2, 5] },
    openSeconds: { words: 'seconds from click to open, median', easy: [0.4, 0.8], medium: [0.8, 4], hard: [4, 14] },
    genuineShare: {
      words: 'genuine installs beside, share of devices',
      easy: [0, 0.2],
      medium: [0.5, 1],
      hard: [1, 2],
    },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualAudience(stage);
    playAudience(stage, { ...usual, installs: Math.round(values.devices * values.genuineShare) });
    for (let device = 0; device < values.devices; device++) {
      const person = usual.person(stage);
      const seen = reported(person, person.viewAgent);
      const opened = reported(person, person.appAgent);
      for (let days = Math.round(values.daysActive); days > 0; days--) {
        const begin = stage.moment(person.country, 'machine');
        const times = Math.max(1, roughly(random, values.perDay));
        for (let time = 0; time < times; time++) {
          const at = begin + ((time + 0.2 * random.next()) / times) * 20 * HOUR;
          const id = random.hex(16);
          const ad = stage.ad();
          stage.emit('re_click', at, LOOP, ad, seen, { click_id: id });
          const back: Reported = {
            event_name: 'session_start',
            click_id: id,
            app_version: '4.9.0',
            sdk_version: '6.14.0',
          };
          stage.emit('re_event', at + random.logNormal(values.openSeconds, 0.5) * SECOND, LOOP, ad, opened, back);
        }
      }
    }
  },
});
