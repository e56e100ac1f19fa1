import { DAY, HOUR, SECOND } from '#demo/calendar.ts';
import { COUNTRIES } from '#demo/data/countries.ts';
import { EMULATORS } from '#demo/data/devices.ts';
import { GOOGLEBOT_BLOCK, HOSTING_BLOCKS, NETWORKS } from '#demo/data/networks.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { nextDayShare, payerShare, purchaseAfterInstall, purchaseAmount, weekLaterShare } from './app-measures.ts';
import { type BenchEvent, columnOf } from './event.ts';
import { STEPS } from './honest/video-journey.ts';
import { device, type Measure, onRow, shareOf, text, timeOf, visitor } from './measure.ts';

/** How many events of the kind share a key. */
function sharing(kind: EventKind, keyOf: (event: BenchEvent) => string): Measure {
  const counts = new Map<string, { all: number; counted: number }>();
  return {
    see(event, counted) {
      if (event.kind !== kind) return;
      const key = keyOf(event);
      const count = counts.get(key) ?? { all: 0, counted: 0 };
      count.all++;
      if (counted) count.counted++;
      counts.set(key, count);
    },
    values: () => [...counts.values()].flatMap(({ all, counted }) => new Array<number>(counted).fill(all)),
  };
}

/** Seconds to the event before with the same key; `first` for those without. */
function gap(kind: EventKind, keyOf: (event: BenchEvent) => string, first?: number): Measure {
  const times = new Map<string, { at: number; counted: boolean }[]>();
  return {
    see(event, counted) {
      if (event.kind !== kind) return;
      const key = keyOf(event);
      const list = times.get(key) ?? [];
      list.push({ at: event.at, counted });
      times.set(key, list);
    },
    values: () =>
      [...times.values()].flatMap((list) => {
        list.sort((a, b) => a.at - b.at);
        return list.flatMap(({ at, counted }, index) => {
          const before = list[index - 1];
          const value = before ? (at - before.at) / SECOND : first;
          return counted && value !== undefined ? [value] : [];
        });
      }),
  };
}

const numbers = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

function inBlock(address: string, block: string): boolean {
  const [base = '', bits = '32'] = block.split('/');
  const size = 2 ** (32 - Number(bits));
  const at = numbers(address);
  return at >= numbers(base) && at < numbers(base) + size;
}

const blocksByCountry = Object.entries(NETWORKS).map(([code, { fixed, mobile }]) => ({
  code,
  blocks: [...fixed, ...mobile.flatMap((operator): readonly string[] => operator.blocks)].map((block) => {
    const [base = '', bits = '32'] = block.split('/');
    return { from: numbers(base), to: numbers(base) + 2 ** (32 - Number(bits)) };
  }),
}));

function countryOfAddress(address: string): string {
  const at = numbers(address);
  return blocksByCountry.find(({ blocks }) => blocks.some(({ from, to }) => at >= from && at < to))?.code ?? '';
}

const offsets = new Map<string, number>(COUNTRIES.map(({ code, offset }) => [code, offset]));

function localHour(event: BenchEvent): number {
  const offset = offsets.get(text(event, 'declared_country')) ?? 0;
  return Math.floor((((event.at % DAY) + DAY + offset * HOUR) % DAY) / HOUR);
}

function siteAgreement(event: BenchEvent): string {
  const referrer = text(event, 'referrer');
  if (referrer === '') return 'no page named';
  const host = new URL(referrer).host;
  const site = text(event, 'site');
  if (host === site || host.endsWith(`.${site}`)) return 'agrees';
  return host.endsWith('.cdn.ampproject.org') ? 'page accelerator' : 'another site';
}

const emulatorNames = new Set(EMULATORS.map(({ model }) => model));
const dayOf = (event: BenchEvent): number => Math.floor(event.at / DAY);

/** Share of installs in the three commonest pairs of network and model. */
function topPairs(): Measure {
  const counts = new Map<string, number>();
  let all = 0;
  return {
    see(event) {
      if (event.kind !== 'install') return;
      const ip = text(event, 'ip');
      const pair = `${ip.slice(0, ip.lastIndexOf('.'))} ${text(event, 'device_model')}`;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
      all++;
    },
    values() {
      const top = [...counts.values()].sort((a, b) => b - a).slice(0, 3);
      return all < 20 ? [] : [top.reduce((sum, count) => sum + count, 0) / all];
    },
  };
}

const STEP_NAMES: readonly string[] = STEPS;

/** Seconds from the first to the last report of a video over the length of what lies between them. */
function videoPace(): Measure {
  const views = new Map<string, { seconds: number; counted: boolean; at: [step: number, at: number][] }>();
  return {
    see(event, counted) {
      const step = STEP_NAMES.indexOf(text(event, 'event_name'));
      if (event.kind !== 'vast_tracking' || step < 0) return;
      const id = text(event, 'click_id');
      const view = views.get(id) ?? { seconds: Number(text(event, 'video_seconds')), counted, at: [] };
      view.at.push([step, event.at]);
      views.set(id, view);
    },
    values: () =>
      [...views.values()].flatMap(({ seconds, counted, at }) => {
        at.sort(([a], [b]) => a - b);
        const [first, last] = [at[0], at.at(-1)];
        if (!counted || !first || !last || last[0] === first[0]) return [];
        return [(last[1] - first[1]) / SECOND / ((seconds * (last[0] - first[0])) / 4)];
      }),
  };
}

function completed(): Measure {
  let [starts, ends] = [0, 0];
  return {
    see(event) {
      if (event.kind !== 'vast_tracking') return;
      if (text(event, 'event_name') === 'start') starts++;
      if (text(event, 'event_name') === 'complete') ends++;
    },
    values: () => (starts < 20 ? [] : [ends / starts]),
  };
}

const NEVER_BEFORE = 999;

/** One maker of measures for each deciding quantity; the words stand with the scenario. */
export const MEASURES: Readonly<Record<string, () => Measure>> = {
  videoPace,
  completed,
  withinHour: () => shareOf('install', 20, (event) => event.at - timeOf(event, 'click_time') < HOUR),
  clickAfterBegin: () =>
    onRow('install', (event) => {
      const click = timeOf(event, 'click_time');
      const begin = timeOf(event, 'install_begin_time');
      if (Number.isNaN(click)) return undefined;
      return (click - (Number.isNaN(begin) ? event.at : begin)) / SECOND;
    }),
  orderSlack: () =>
    onRow('install', (event) => {
      const steps = [timeOf(event, 'click_time'), timeOf(event, 'install_begin_time')].filter(
        (at) => !Number.isNaN(at),
      );
      return steps.length === 0 ? undefined : Math.min(...steps.map((at) => event.at - at)) / SECOND;
    }),
  emulatorName: () =>
    onRow('install', (event) => (emulatorNames.has(text(event, 'device_model')) ? 'virtual' : 'real')),
  topPairs,
  idsOfPhone: () =>
    sharing('install', (event) =>
      [dayOf(event), text(event, 'ip'), text(event, 'device_model'), text(event, 'declared_os_version')].join(' '),
    ),
  nextDay: nextDayShare,
  weekLater: weekLaterShare,
  amount: purchaseAmount,
  payers: payerShare,
  installAgainDays: () => gap('install', device, NEVER_BEFORE * (DAY / SECOND)),
  installToPurchase: purchaseAfterInstall,
  backPerDay: () => sharing('re_event', (event) => `${dayOf(event)} ${device(event)}`),
  hostingNetwork: () =>
    onRow('click', (event) =>
      HOSTING_BLOCKS.some((block) => inBlock(text(event, 'ip'), block)) ? 'hosting' : 'access',
    ),
  crawlerNetwork: () =>
    onRow('visit', (event) => {
      if (!text(event, 'user_agent').includes('Googlebot')) return undefined;
      const ip = text(event, 'ip');
      if (inBlock(ip, GOOGLEBOT_BLOCK)) return 'engine';
      return countryOfAddress(ip) === '' ? 'engine' : 'home';
    }),
  nightShare: () => shareOf('click', 50, (event) => localHour(event) < 5),
  abroad: () =>
    shareOf('click', 50, (event) => countryOfAddress(text(event, 'ip')) !== text(event, 'declared_country')),
  siteAgreement: () => onRow('impression', siteAgreement),
  adsAtOnce: () =>
    sharing(
      'impression',
      (event) => `${visitor(event)} ${text(event, 'placement')} ${Math.floor(event.at / (2 * SECOND))}`,
    ),
  area: () =>
    onRow('impression', (event) => Number(columnOf(event, 'width') ?? 0) * Number(columnOf(event, 'height') ?? 0)),
  samePlaceGap: () => gap('impression', (event) => `${visitor(event)} ${text(event, 'placement')}`),
  clickGap: () => gap('click', (event) => `${visitor(event)} ${text(event, 'campaign')}`),
  impressionToClick: () =>
    onRow('click', (event) => {
      const shown = timeOf(event, 'impression_time');
      return Number.isNaN(shown) ? undefined : (event.at - shown) / SECOND;
    }),
  clicksInHour: () => sharing('click', (event) => `${visitor(event)} ${Math.floor(event.at / HOUR)}`),
};
