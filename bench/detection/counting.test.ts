import { describe, expect, it } from 'vitest';
import type { EventKind, Verdict } from '#traffic/event/contract/event.ts';
import { Labels } from './labels.ts';
import { dollarsOf } from './money.ts';
import { eventPrecision, eventRecall } from './report/events.ts';
import { honestSuspect, spentCalled } from './report/overall.ts';
import { oddCalledFraud, sourcePrecision, sourceRecall } from './report/sources.ts';
import { missed, TARGETS } from './report/targets.ts';
import { publishersByShare } from './report/worlds.ts';
import { SCENARIOS } from './scenarios/catalogue.ts';
import { REPORTING_SEEDS, seedsFor, TUNING_SEEDS } from './seeds.ts';
import type { Source, Truth } from './source.ts';
import { FIRST_DAY, Stage } from './stage.ts';
import { wilson } from './statistics.ts';
import { calledStatistically, Tally } from './tally.ts';
import { STATISTICAL, UNSEEN } from './truth.ts';
import { USUAL } from './worlds.ts';

const flooding = SCENARIOS.find(({ id }) => id === 'click_flooding_low');
if (!flooding) throw new Error('the catalogue has no click flooding');

const source = (index: number, truth: Truth): Source => ({
  side: 'app',
  index,
  publisher: `p${index}`,
  sub: 's',
  channel: 'display',
  truth,
  besideBad: false,
});

/** Events of one source that are alike: how many, what they truly are, what was said. */
interface Batch {
  of: Truth;
  count: number;
  truly: readonly string[];
  verdict: Verdict;
  reason?: string;
  kind?: EventKind;
  paid?: boolean;
  /** US dollars each of them cost. */
  cost?: number;
}

function tallied(...batches: readonly Batch[]): Tally {
  const tally = new Tally();
  const truths = [...new Set(batches.map(({ of }) => of))];
  const sources = truths.map((truth, index) => source(index, truth));
  const labels = new Labels();
  const rows = batches.flatMap(({ of, count, truly, verdict, reason = '', kind = 'install', paid = false, cost = 0 }) =>
    Array.from({ length: count }, () => ({
      ref: labels.add(truths.indexOf(of), truly, paid, cost),
      kind,
      verdict,
      reason,
      hits: [],
    })),
  );
  const add = tally.world(sources, labels);
  for (const row of rows) add({ ...row, ownReason: STATISTICAL.has(row.reason) ? '' : row.reason });
  return tally;
}

const ordinary: Truth = { is: 'ordinary' };
const odd: Truth = { is: 'odd', group: 'nat' };
const flooder: Truth = { is: 'fraud', scenario: flooding };

describe('event level', () => {
  it('counts a called valid event against precision and a clean invalid one against recall', () => {
    const tally = tallied(
      { of: ordinary, count: 90, truly: [], verdict: 'clean' },
      { of: ordinary, count: 10, truly: [], verdict: 'suspect', reason: 'clk.fast' },
      { of: flooder, count: 30, truly: ['clk.fast'], verdict: 'fraud', reason: 'clk.duplicate' },
      { of: flooder, count: 20, truly: ['clk.fast'], verdict: 'clean' },
    );
    expect(eventPrecision(tally.own)).toMatchObject({ hits: 30, of: 40 });
    expect(eventRecall(tally.own)).toMatchObject({ hits: 30, of: 50 });
    expect(tally.own.called.get('clk.fast')).toMatchObject({ valid: 10, right: 0, fraud: 0 });
    expect(tally.own.called.get('clk.duplicate')).toMatchObject({ valid: 0, right: 0, otherwise: 30, fraud: 30 });
  });

  it('asks nobody to find what no row shows, and leaves what statistics say to the publishers', () => {
    const tally = tallied(
      { of: flooder, count: 10, truly: [UNSEEN, 'clk.injection'], verdict: 'clean' },
      { of: flooder, count: 10, truly: ['clk.flooding'], verdict: 'clean' },
      { of: ordinary, count: 10, truly: [], verdict: 'suspect', reason: 'clk.flooding' },
    );
    expect(eventRecall(tally.own).of).toBe(0);
    expect(eventPrecision(tally.own).of).toBe(0);
  });
});

describe('publisher level', () => {
  it('calls a source when most of its events of a kind carry statistical reasons', () => {
    const half = tallied(
      { of: flooder, count: 5, truly: ['clk.flooding'], verdict: 'suspect', reason: 'clk.flooding' },
      { of: flooder, count: 5, truly: ['clk.flooding'], verdict: 'clean' },
    );
    expect(half.sources.map(calledStatistically)).toEqual([null]);
    const most = tallied(
      { of: flooder, count: 6, truly: ['clk.flooding'], verdict: 'suspect', reason: 'clk.flooding' },
      { of: flooder, count: 5, truly: ['clk.flooding'], verdict: 'clean' },
      { of: flooder, count: 90, truly: ['clk.flooding'], verdict: 'clean', kind: 'click' },
    );
    expect(most.sources.map(calledStatistically)).toEqual(['clk.flooding']);
    expect(sourceRecall(most)).toMatchObject({ hits: 1, of: 1 });
  });

  it('counts an honest source against precision and a wrong reason against recall', () => {
    const tally = tallied(
      { of: flooder, count: 10, truly: ['clk.flooding'], verdict: 'suspect', reason: 'ins.incent' },
      { of: ordinary, count: 10, truly: [], verdict: 'suspect', reason: 'clk.flooding' },
    );
    expect(sourcePrecision(tally)).toMatchObject({ hits: 1, of: 2 });
    expect(sourceRecall(tally)).toMatchObject({ hits: 0, of: 1 });
  });

  it('counts events that bring money apart: hundreds of sessions do not hide made-up purchases', () => {
    const tally = tallied(
      {
        of: flooder,
        count: 6,
        truly: ['evt.fake'],
        verdict: 'suspect',
        reason: 'evt.fake',
        kind: 'app_event',
        paid: true,
      },
      { of: flooder, count: 5, truly: [], verdict: 'clean', kind: 'app_event', paid: true },
      { of: flooder, count: 300, truly: [], verdict: 'clean', kind: 'app_event' },
    );
    expect(tally.sources.map(calledStatistically)).toEqual(['evt.fake']);
  });

  it('leaves out what events gave away themselves: statistics are judged by what they add', () => {
    const tally = tallied(
      { of: ordinary, count: 90, truly: [], verdict: 'suspect', reason: 'clk.fast' },
      { of: ordinary, count: 6, truly: [], verdict: 'suspect', reason: 'clk.flooding' },
      { of: ordinary, count: 4, truly: [], verdict: 'clean' },
    );
    expect(tally.sources.map(calledStatistically)).toEqual(['clk.flooding']);
    const atOnce = tallied({ of: ordinary, count: 90, truly: [], verdict: 'suspect', reason: 'clk.fast' });
    expect(atOnce.sources.map(calledStatistically)).toEqual([null]);
  });

  it('calls an odd publisher fraud only by verdicts of fraud', () => {
    const suspect = tallied({ of: odd, count: 10, truly: [], verdict: 'suspect', reason: 'dev.farm' });
    expect(oddCalledFraud(suspect)).toMatchObject({ hits: 0, of: 1 });
    const fraud = tallied(
      { of: odd, count: 10, truly: [], verdict: 'fraud', reason: 'dev.farm' },
      { of: odd, count: 500, truly: [], verdict: 'clean', kind: 'click' },
    );
    expect(oddCalledFraud(fraud)).toMatchObject({ hits: 1, of: 1 });
  });
});

it('tells suspect rows of honest sources from genuine rows a crook brought beside', () => {
  const { overall } = tallied(
    { of: flooder, count: 10, truly: [], verdict: 'suspect' },
    { of: ordinary, count: 88, truly: [], verdict: 'clean' },
    { of: ordinary, count: 2, truly: [], verdict: 'suspect' },
  );
  expect(honestSuspect(overall)).toMatchObject({ hits: 12, of: 100 });
  expect(honestSuspect(overall, 'honestSources')).toMatchObject({ hits: 2, of: 90 });
});

describe('money', () => {
  it('is counted by what the rows cost, and known bots are no part of it', () => {
    const { overall } = tallied(
      { of: flooder, count: 10, truly: ['clk.flooding'], verdict: 'fraud', cost: 2 },
      { of: flooder, count: 10, truly: ['clk.flooding'], verdict: 'suspect', cost: 6 },
      { of: ordinary, count: 90, truly: [], verdict: 'clean', cost: 1 },
      { of: ordinary, count: 10, truly: [], verdict: 'fraud', cost: 1 },
      { of: ordinary, count: 10, truly: ['bot.declared'], verdict: 'fraud', cost: 100 },
    );
    expect(spentCalled(overall, 'invalid')).toMatchObject({ hits: 20, of: 80 });
    expect(spentCalled(overall, 'valid')).toMatchObject({ hits: 10, of: 100 });
  });

  it('is paid for every source of a side alike, honest or not, and never for organic traffic', () => {
    const paid = new Map<string, Set<string>>();
    for (const [truth, channel] of [
      [ordinary, 'video'],
      [flooder, 'video'],
      [{ is: 'organic' }, 'organic'],
    ] as const) {
      const seen = new Set<string>();
      const stage = new Stage({ ...source(1, truth), channel }, { seed: 5, world: USUAL }, (event) => {
        if (dollarsOf(event) > 0) seen.add(event.kind);
      });
      for (const kind of ['click', 'install', 'app_event', 're_event'] as const)
        stage.emit(kind, FIRST_DAY, [], { declared_country: 'US', revenue: 5, currency: 'USD' });
      paid.set(truth.is, seen);
    }
    expect(paid.get('ordinary')).toEqual(new Set(['install', 'app_event', 're_event']));
    expect(paid.get('fraud')).toEqual(paid.get('ordinary'));
    expect(paid.get('organic')).toEqual(new Set());
  });
});

describe('worlds side by side', () => {
  it('count odd sources beside bad neighbours apart, and a target without enough sources is missed over all only', () => {
    const beside: Source = { ...source(0, odd), besideBad: true };
    const { sources } = tallied({ of: odd, count: 10, truly: [], verdict: 'fraud' });
    const counted = { sources: [...sources, ...sources.map((count) => ({ ...count, source: beside }))] };
    expect(oddCalledFraud(counted)).toMatchObject({ hits: 2, of: 2 });
    expect(oddCalledFraud(counted, 'besideBad')).toMatchObject({ hits: 1, of: 1 });
    const target = TARGETS.find(({ words }) => words === 'Honest-but-odd sources called fraud');
    expect(target && [missed(target, wilson(0, 20), false), missed(target, wilson(0, 20), true)]).toEqual([
      false,
      true,
    ]);
    expect(target && [missed(target, wilson(1, 20), false), missed(target, wilson(0, 0), false)]).toEqual([
      true,
      false,
    ]);
  });

  it('sort publishers by the share of all their rows that is called', () => {
    const tally = tallied(
      { of: flooder, count: 30, truly: ['clk.flooding'], verdict: 'suspect', reason: 'clk.flooding' },
      { of: flooder, count: 70, truly: [], verdict: 'clean' },
      { of: ordinary, count: 50, truly: [], verdict: 'clean' },
    );
    const rows = publishersByShare({ tally })
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()));
    const counts = (what: string, called: string) =>
      rows.find((cells) => cells[1] === what && cells[3] === called)?.slice(4, 9);
    expect(counts('bad sites', 'suspect or fraud')).toEqual(['0', '0', '0', '1', '0']);
    expect(counts('bad sites', 'fraud')).toEqual(['1', '0', '0', '0', '0']);
    expect(counts('honest sites', 'suspect or fraud')).toEqual(['1', '0', '0', '0', '0']);
  });
});

describe('seeds', () => {
  it('of the report cannot be tuned on, nor the other way round', () => {
    expect(TUNING_SEEDS.filter((seed) => REPORTING_SEEDS.includes(seed))).toEqual([]);
    expect(() => seedsFor('tune', [...REPORTING_SEEDS.slice(0, 1)])).toThrow('not for tuning');
    expect(() => seedsFor('report', [...TUNING_SEEDS.slice(0, 1)])).toThrow('not for reporting');
    expect(() => seedsFor('tune', [999])).toThrow('not a seed');
    expect(seedsFor('report', [])).toEqual(REPORTING_SEEDS);
  });
});

describe('Wilson intervals', () => {
  it('agree with published values', () => {
    const { low, high } = wilson(81, 263);
    expect(low).toBeCloseTo(0.2553, 4);
    expect(high).toBeCloseTo(0.3662, 4);
    expect(wilson(0, 1050).high).toBeCloseTo(0.00364, 4);
    expect(wilson(0, 0)).toMatchObject({ low: 0, high: 1 });
  });
});

describe('labels', () => {
  it('keep reasons and sources of more rows than fit at first, and refuse rows that are none', () => {
    const labels = new Labels();
    for (let row = 0; row < 70_000; row++) labels.add(row % 400, row % 2 === 0 ? [] : ['clk.fast', 'bot.behaviour']);
    expect(labels.size).toBe(70_000);
    expect(labels.reasonsOf(69_999)).toEqual(['clk.fast', 'bot.behaviour']);
    expect(labels.sourceOf(69_999)).toBe(69_999 % 400);
    expect(() => labels.sourceOf(70_000)).toThrow('no label');
    expect(() => labels.reasonsOf(70_000)).toThrow('no label');
  });
});
