import type { EventKind } from '#traffic/event/contract/event.ts';
import type { Labels } from './labels.ts';
import { Overall } from './overall.ts';
import type { Judged } from './product.ts';
import { type Source, truthName } from './source.ts';

/** What was called on one kind of events of one source. */
export interface KindCount {
  events: number;
  /** Suspect or fraud by itself. */
  atOnce: number;
  fraud: number;
  /** Suspect or fraud, by reason. */
  called: Map<string, number>;
  /** Those of them that nothing of their own called: the statistics of their source did. */
  later: Map<string, number>;
}

/**
 * Events that bring money are a kind of their own: they are bought, paid and doubted apart from what else people do.
 */
export type CountedKind = EventKind | 'paid';

export interface SourceCount {
  source: Source;
  /** Which of the worlds counted here it belongs to. */
  world: number;
  kinds: Map<CountedKind, KindCount>;
}

/** How the events called for one reason turned out. */
export interface ReasonCount {
  /** Invalid, and this reason names it rightly. */
  right: number;
  /** Invalid, for another reason. */
  otherwise: number;
  /** Valid. */
  valid: number;
  /** Of the valid ones, how many came from sources of each truth. */
  validOf: Map<string, number>;
  /** Of all of them, those with verdict fraud. */
  fraud: number;
}

/** Fewer events of a kind than this have no "most of them". */
export const LEAST_EVENTS = 5;

/** Events by what they truly are and what was said of them. */
export class EventTally {
  events = 0;
  valid = 0;
  validFraud = 0;
  /** By the rule that hit, whatever the verdict: valid and invalid events, and whose the valid ones are. */
  readonly hits = new Map<string, { valid: number; invalid: number; validOf: Map<string, number> }>();
  /** By the reason the product gave. */
  readonly called = new Map<string, ReasonCount>();
  /** By the true first reason: how often each reason was given, '' for clean. */
  readonly given = new Map<string, Map<string, number>>();

  add({ verdict, reason, hits }: Judged, reasons: readonly string[], source: Source): void {
    this.events++;
    const valid = reasons.length === 0;
    if (valid) this.valid++;
    if (valid && verdict === 'fraud') this.validFraud++;
    for (const rule of hits) this.#hit(rule, valid, source);
    const truth = reasons[0] ?? '';
    const given = verdict === 'clean' ? '' : reason;
    const row = this.given.get(truth) ?? new Map<string, number>();
    row.set(given, (row.get(given) ?? 0) + 1);
    this.given.set(truth, row);
    if (given === '') return;
    const count = this.called.get(given) ?? { right: 0, otherwise: 0, valid: 0, fraud: 0, validOf: new Map() };
    if (valid) {
      count.valid++;
      const of = truthName(source.truth);
      count.validOf.set(of, (count.validOf.get(of) ?? 0) + 1);
    } else if (reasons.includes(given)) count.right++;
    else count.otherwise++;
    if (verdict === 'fraud') count.fraud++;
    this.called.set(given, count);
  }

  #hit(rule: string, valid: boolean, source: Source): void {
    const count = this.hits.get(rule) ?? { valid: 0, invalid: 0, validOf: new Map<string, number>() };
    if (valid) {
      count.valid++;
      const of = truthName(source.truth);
      count.validOf.set(of, (count.validOf.get(of) ?? 0) + 1);
    } else count.invalid++;
    this.hits.set(rule, count);
  }
}

/** Counts of one difficulty, added up over its worlds. */
export class Tally {
  /** By what their row and their window showed alone. */
  readonly own = new EventTally();
  /** As they stand, the statistics of their sources included. */
  readonly final = new EventTally();
  readonly sources: SourceCount[] = [];
  /** All rows, whoever called them. */
  readonly overall = new Overall();

  /** Begins a world: its sources count apart from those of others. Returns how to add its rows. */
  world(sources: readonly Source[], labels: Labels): (judged: Judged) => void {
    const world = this.overall.beginWorld();
    const counts = sources.map((source): SourceCount => ({ source, world, kinds: new Map() }));
    this.sources.push(...counts);
    return (judged) => {
      const reasons = labels.reasonsOf(judged.ref);
      const count = counts[labels.sourceOf(judged.ref)];
      if (!count) throw new RangeError(`row ${judged.ref} belongs to no source`);
      const { ownReason } = judged;
      const alone = ownReason === '' ? ({ verdict: 'clean', reason: '' } as const) : { reason: ownReason };
      this.own.add({ ...judged, ...alone }, reasons, count.source);
      this.final.add(judged, reasons, count.source);
      this.overall.add(judged, reasons, count.source, labels.costOf(judged.ref));
      addToSource(count, judged, labels.paid(judged.ref) ? 'paid' : judged.kind);
    };
  }
}

function addToSource({ kinds }: SourceCount, { verdict, reason, ownReason }: Judged, kind: CountedKind): void {
  const atOnce = ownReason !== '';
  const count = kinds.get(kind) ?? { events: 0, atOnce: 0, fraud: 0, called: new Map(), later: new Map() };
  count.events++;
  if (atOnce) count.atOnce++;
  if (verdict === 'fraud') count.fraud++;
  if (verdict === 'suspect' || verdict === 'fraud') {
    count.called.set(reason, (count.called.get(reason) ?? 0) + 1);
    if (!atOnce) count.later.set(reason, (count.later.get(reason) ?? 0) + 1);
  }
  kinds.set(kind, count);
}

const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);

/**
 * The statistical reason a source is called for: of the events of some kind that nothing of their own called, its
 * statistics called most, and this is the commonest reason. Null when there is no such kind.
 */
export function calledStatistically({ kinds }: SourceCount): string | null {
  for (const { events, atOnce, later } of kinds.values()) {
    const left = events - atOnce;
    if (left < LEAST_EVENTS || sum(later.values()) * 2 <= left) continue;
    const [commonest] = [...later].sort((a, b) => b[1] - a[1]);
    return commonest?.[0] ?? null;
  }
  return null;
}

/** Are most events of some kind suspect or fraud for reasons that name the scenario rightly? */
export function calledRightly({ source, kinds }: SourceCount): boolean {
  if (source.truth.is !== 'fraud') return false;
  const { accepts } = source.truth.scenario;
  return [...kinds.values()].some(
    ({ events, called }) =>
      events >= LEAST_EVENTS && sum(accepts.map((reason) => called.get(reason) ?? 0)) * 2 > events,
  );
}

/** Are most events of some kind called fraud? */
export const isCalledFraud = ({ kinds }: SourceCount): boolean =>
  [...kinds.values()].some(({ events, fraud }) => events >= LEAST_EVENTS && fraud * 2 > events);

/** Are most events of some kind suspect or fraud, for whatever reason? */
export const isCalled = ({ kinds }: SourceCount): boolean =>
  [...kinds.values()].some(({ events, called }) => events >= LEAST_EVENTS && sum(called.values()) * 2 > events);

/** Share of all events of the source with verdict fraud. */
export function fraudShare({ kinds }: SourceCount): number {
  const all = sum([...kinds.values()].map(({ events }) => events));
  return all === 0 ? 0 : sum([...kinds.values()].map(({ fraud }) => fraud)) / all;
}

/** The reason most of its called events have, or what else there is to say of the source. */
export function dominantReason({ kinds }: SourceCount): string {
  let best = { reason: 'not called', share: 0.5 };
  for (const { events, called } of kinds.values()) {
    if (events < LEAST_EVENTS || sum(called.values()) * 2 <= events) continue;
    for (const [reason, count] of called)
      if (best.reason === 'not called' || count / events > best.share) best = { reason, share: count / events };
  }
  return best.reason;
}

export const nameOf = ({ source }: SourceCount): string => truthName(source.truth);
