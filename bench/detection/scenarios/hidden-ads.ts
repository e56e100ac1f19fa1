import { SECOND } from '#demo/calendar.ts';
import type { Reported } from '../event.ts';
import { usualWebAudience } from '../honest/odd-web.ts';
import { reported } from '../honest/people.ts';
import { pageOf, playWebAudience } from '../honest/web-journey.ts';
import { scenario } from '../scenario.ts';
import { roughly, VALID } from '../stage.ts';

const STACKED = ['imp.stacking', 'imp.hidden'] as const;

/** Several ads on top of each other in one place: only the uppermost can be seen, all are billed. */
export const AD_STACKING = scenario({
  id: 'ad_stacking',
  title: 'Ad stacking',
  side: 'web',
  level: 'event',
  kind: 'impression',
  accepts: STACKED,
  sources: 10,
  volume: 'pages',
  deciding: { words: 'ads of one visitor in one place within two seconds', unit: 'event', measure: 'adsAtOnce' },
  basis:
    'DECAF, DoubleVerify; pages with several places load them in the same second, honest reloads repeat one place. Numbers ours',
  parameters: {
    pages: { words: 'pages shown', easy: [80, 200], medium: [80, 250], hard: [100, 300] },
    stack: { words: 'ads on top of each other', easy: [5, 9], medium: [2.6, 5], hard: [2, 2.8] },
    spreadMs: { words: 'milliseconds between first and last', easy: [20, 200], medium: [100, 600], hard: [1500, 4000] },
    genuineShare: { words: 'genuine clicks beside, share of pages', easy: [0, 0.2], medium: [0.3, 1], hard: [1, 3] },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualWebAudience(stage);
    playWebAudience(stage, { ...usual, clicks: Math.round(values.pages * values.genuineShare) });
    for (let page = 0; page < values.pages; page++) {
      const person = stage.person();
      const seen = reported(person, person.browserAgent);
      const place: Reported = { ...stage.ad(), ...pageOf(stage) };
      const at = stage.moment(person.country, 'shop');
      const ads = Math.max(2, roughly(random, values.stack));
      for (let ad = 0; ad < ads; ad++) {
        const own: Reported = { campaign: `stack-${(page + ad) % 11}`, creative: `creative-${ad + 1}` };
        stage.emit('impression', at + random.next() * values.spreadMs, STACKED, place, seen, own);
      }
    }
  },
});

const STUFFED = ['imp.pixel_stuffing', 'imp.hidden'] as const;
const TINY = [
  { width: 1, height: 1 },
  { width: 0, height: 0 },
  { width: 1, height: 1 },
  { width: 2, height: 2 },
  { width: 5, height: 8 },
  { width: 1, height: 250 },
] as const;

/** Whole ads in frames of a few pixels. */
export const PIXEL_STUFFING = scenario({
  id: 'pixel_stuffing',
  title: 'Pixel stuffing',
  side: 'web',
  level: 'event',
  kind: 'impression',
  accepts: STUFFED,
  sources: 10,
  volume: 'impressions',
  deciding: { words: 'area of the ad, square pixels', unit: 'event', measure: 'area' },
  basis: 'MRC invalid placements (0x0, 1x1, invisible); the smallest honest format here is 88x31. Share of lies ours',
  parameters: {
    impressions: { words: 'impressions', easy: [300, 900], medium: [300, 900], hard: [300, 900] },
    genuineShare: { words: 'genuine clicks beside, share', easy: [0, 0.1], medium: [0.05, 0.3], hard: [0.3, 0.8] },
    honestSize: { words: 'share that reports its true size', easy: [1, 1], medium: [0.9, 1], hard: [0.4, 0.7] },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualWebAudience(stage);
    playWebAudience(stage, { ...usual, clicks: Math.round(values.impressions * values.genuineShare) });
    for (let impression = 0; impression < values.impressions; impression++) {
      const person = stage.person();
      const size: Reported = random.chance(values.honestSize) ? random.pick(TINY) : { width: 300, height: 250 };
      const at = stage.moment(person.country, 'shop');
      stage.emit('impression', at, STUFFED, stage.ad(), pageOf(stage), size, reported(person, person.browserAgent));
    }
  },
});

const REFRESHED = ['imp.auto_refresh', 'clk.frequency'] as const;

/** The place loads a new ad every few seconds, whether or not anybody is there. */
export const AUTO_REFRESH = scenario({
  id: 'auto_refresh',
  title: 'Auto-refresh',
  side: 'web',
  level: 'event',
  kind: 'impression',
  accepts: REFRESHED,
  sources: 10,
  volume: 'visits',
  deciding: {
    words: 'seconds since the same visitor saw an ad in the same place',
    unit: 'event',
    measure: 'samePlaceGap',
  },
  basis:
    'MRC as told by MediaPost, Pixalate autoreloader: refresh under 30 s is not disclosed practice; live-score pages disclose 35 s and more',
  parameters: {
    visits: { words: 'visits', easy: [20, 60], medium: [20, 60], hard: [20, 60] },
    loads: { words: 'ads loaded in one visit', easy: [20, 60], medium: [10, 30], hard: [5, 15] },
    gapSeconds: { words: 'seconds between two ads', easy: [3, 10], medium: [10, 24], hard: [26, 40] },
    jitter: { words: 'spread of that gap (log-normal)', easy: [0, 0.02], medium: [0.05, 0.2], hard: [0.2, 0.4] },
    genuineShare: { words: 'genuine clicks beside, per visit', easy: [0, 1], medium: [1, 3], hard: [3, 6] },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualWebAudience(stage);
    playWebAudience(stage, { ...usual, clicks: Math.round(values.visits * values.genuineShare) });
    for (let visit = 0; visit < values.visits; visit++) {
      const person = stage.person();
      const seen = reported(person, person.browserAgent);
      const place: Reported = { ...stage.ad(), ...pageOf(stage) };
      let at = stage.moment(person.country, 'shop');
      stage.emit('impression', at, VALID, place, seen);
      for (let load = Math.round(values.loads); load > 0; load--) {
        at += random.logNormal(values.gapSeconds, values.jitter) * SECOND;
        stage.emit('impression', at, REFRESHED, place, { creative: `creative-${random.int(1, 8)}` }, seen);
      }
    }
  },
});
