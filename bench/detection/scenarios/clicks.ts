import { iso, SECOND } from '#demo/calendar.ts';
import { usualWebAudience } from '../honest/odd-web.ts';
import { reported } from '../honest/people.ts';
import { pageOf, playWebAudience, webJourney } from '../honest/web-journey.ts';
import { scenario } from '../scenario.ts';
import { roughly } from '../stage.ts';
import { UNSEEN } from '../truth.ts';

const COPY = ['clk.duplicate', 'clk.frequency'] as const;

/** One click, billed two or three times. The first is genuine. */
export const DUPLICATE_CLICKS = scenario({
  id: 'duplicate_clicks',
  title: 'Duplicate clicks',
  side: 'web',
  level: 'event',
  kind: 'click',
  accepts: COPY,
  sources: 10,
  volume: 'clicks',
  deciding: { words: 'seconds since the same visitor clicked the same campaign', unit: 'event', measure: 'clickGap' },
  basis:
    'IAB click measurement guidelines, MRC refractory period; people who come back do so after minutes. Numbers ours',
  parameters: {
    clicks: { words: 'genuine clicks', easy: [200, 600], medium: [200, 600], hard: [200, 600] },
    copies: { words: 'copies of a click', easy: [1, 2], medium: [0.5, 1.2], hard: [0.1, 0.4] },
    gapSeconds: { words: 'seconds between copies, median', easy: [0.5, 3], medium: [3, 12], hard: [20, 60] },
    gapSigma: { words: 'spread of that gap (log-normal)', easy: [0.5, 0.5], medium: [0.7, 0.9], hard: [0.7, 0.9] },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualWebAudience(stage);
    for (let click = 0; click < values.clicks; click++) {
      const person = usual.person(stage);
      const seen = reported(person, person.browserAgent);
      const ad = { ...stage.ad(), ...pageOf(stage) };
      let at = stage.moment(person.country, 'shop');
      stage.emit('click', at, [], ad, seen, { click_id: random.hex(16) });
      for (let copies = roughly(random, values.copies); copies > 0; copies--) {
        at += random.logNormal(values.gapSeconds, values.gapSigma) * SECOND;
        stage.emit('click', at, COPY, ad, seen, { click_id: random.hex(16) });
      }
      if (random.chance(0.3)) webJourney(stage, usual.person(stage), stage.moment(person.country, 'shop'), usual);
    }
  },
});

const FAST = ['clk.fast', 'bot.behaviour', 'clk.frequency'] as const;

/** The click follows its impression before anybody can have looked. */
export const FAST_CLICKS = scenario({
  id: 'fast_clicks',
  title: 'Fast clicks',
  side: 'web',
  level: 'event',
  kind: 'click',
  accepts: FAST,
  sources: 8,
  volume: 'clicks',
  deciding: { words: 'seconds from impression to click', unit: 'event', measure: 'impressionToClick' },
  basis: 'Pixalate fast clicker (under 1 s); beacons sent in batches make some honest ones look so. Numbers ours',
  parameters: {
    clicks: { words: 'clicks', easy: [200, 600], medium: [200, 600], hard: [200, 600] },
    genuineShare: { words: 'genuine clicks beside, share', easy: [0, 0.1], medium: [0.1, 0.6], hard: [0.5, 1.5] },
    delay: {
      words: 'seconds from impression to click, median',
      easy: [0.05, 0.2],
      medium: [0.3, 0.75],
      hard: [0.8, 2],
    },
    sigma: { words: 'spread of that time (log-normal)', easy: [0.3, 0.5], medium: [0.4, 0.6], hard: [0.5, 0.8] },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualWebAudience(stage);
    playWebAudience(stage, { ...usual, clicks: Math.round(values.clicks * values.genuineShare) });
    for (let click = 0; click < values.clicks; click++) {
      const person = usual.person(stage);
      const seen = reported(person, person.browserAgent);
      const ad = { ...stage.ad(), ...pageOf(stage) };
      const at = stage.moment(person.country, 'shop');
      const clicked = at + random.logNormal(values.delay, values.sigma) * SECOND;
      stage.emit('impression', at, [UNSEEN, 'clk.fast'], ad, seen);
      stage.emit('click', clicked, FAST, ad, seen, { click_id: random.hex(16), impression_time: iso(at) });
    }
  },
});

const OFTEN = ['clk.frequency', 'clk.duplicate', 'bot.behaviour'] as const;
/** Up to here people who compare offers click too: nothing tells the first ones of a burst apart. */
const LIKE_PEOPLE = 3;

/** One visitor clicks everything within minutes. */
export const CLICK_BURSTS = scenario({
  id: 'click_bursts',
  title: 'Click bursts',
  side: 'web',
  level: 'event',
  kind: 'click',
  accepts: OFTEN,
  sources: 8,
  volume: 'bursts',
  deciding: { words: 'clicks of the same visitor within an hour', unit: 'event', measure: 'clicksInHour' },
  basis:
    'Tapper (6 in an hour), Spider AF, TrafficGuard count clicks of one visitor; people who compare make 2 to 4. Numbers ours',
  parameters: {
    bursts: { words: 'bursts', easy: [15, 40], medium: [15, 40], hard: [40, 90] },
    clicks: { words: 'clicks of a burst', easy: [30, 80], medium: [6, 20], hard: [4, 7] },
    minutes: { words: 'minutes a burst takes', easy: [1, 5], medium: [4, 25], hard: [20, 60] },
    genuineShare: { words: 'genuine clicks beside, per burst', easy: [0, 2], medium: [3, 9], hard: [3, 9] },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualWebAudience(stage);
    playWebAudience(stage, { ...usual, clicks: Math.round(values.bursts * values.genuineShare) });
    for (let burst = 0; burst < values.bursts; burst++) {
      const person = usual.person(stage);
      const seen = reported(person, person.browserAgent);
      const begin = stage.moment(person.country, 'shop');
      const clicks = Math.round(values.clicks);
      for (let click = 0; click < clicks; click++) {
        const at = begin + ((click + 0.7 * random.next()) / clicks) * values.minutes * 60 * SECOND;
        const reasons = click < LIKE_PEOPLE ? [UNSEEN, ...OFTEN] : OFTEN;
        stage.emit('click', at, reasons, stage.ad(), pageOf(stage), seen, { click_id: random.hex(16) });
      }
    }
  },
});
