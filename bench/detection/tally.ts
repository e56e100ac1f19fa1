import type { EventKind } from '#traffic/contract/event.ts';
import type { Labels } from './labels.ts';
import type { Judged } from './product.ts';
import { type Source, truthName } from './source.ts';
import { DETERMINISTIC, STATISTICAL } from './truth.ts';

/** What was called on one kind of events of one source. */
export interface KindCount {
  events: number;
  fraud: number;
  /** Suspect or fraud, by reason. */
  called: Map<string, number>;
}

export interface SourceCount {
  source: Source;
  kinds: Map<EventKind, KindCount>;
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

/** Counts of one difficulty, added up over its worlds. */
export class Tally {
  events = 0;
  valid = 0;
  /** By the reason the product gave. */
  readonly called = new Map<string, ReasonCount>();
  /** By the true first reason: how often each reason was given, '' for clean. */
  readonly given = new Map<string, Map<string, number>>();
  /** Invalid events by true first reason that were called for a reason that names them rightly. */
  readonly namedRightly = new Map<string, number>();
  readonly sources: SourceCount[] = [];

  /** Begins a world: its sources count apart from those of others. Returns how to add its rows. */
  world(sources: readonly Source[], labels: Labels): (judged: Judged) => void {
    const counts = sources.map((source): SourceCount => ({ source, kinds: new Map() }));
    this.sources.push(...counts);
    return (judged) => {
      const reasons = labels.reasonsOf(judged.ref);
      const count = counts[labels.sourceOf(judged.ref)];
      if (!count) throw new RangeError(`row ${judged.ref} belongs to no source`);
      this.#event(judged, reasons, count.source);
      addToSource(count, judged);
    };
  }

  #event({ verdict, reason }: Judged, reasons: readonly string[], source: Source): void {
    this.events++;
    const valid = reasons.length === 0;
    if (valid) this.valid++;
    const truth = reasons[0] ?? '';
    const given = verdict === 'clean' ? '' : reason;
    const row = this.given.get(truth) ?? new Map<string, number>();
    row.set(given, (row.get(given) ?? 0) + 1);
    this.given.set(truth, row);
    if (given === '') return;
    const right = reasons.includes(given);
    if (right) this.namedRightly.set(truth, (this.namedRightly.get(truth) ?? 0) + 1);
    const count = this.called.get(given) ?? {
      right: 0,
      otherwise: 0,
      valid: 0,
      fraud: 0,
      validOf: new Map<string, number>(),
    };
    if (valid) {
      count.valid++;
      const of = truthName(source.truth);
      count.validOf.set(of, (count.validOf.get(of) ?? 0) + 1);
    } else if (right) count.right++;
    else count.otherwise++;
    if (verdict === 'fraud') count.fraud++;
    this.called.set(given, count);
  }
}

function addToSource({ kinds }: SourceCount, { kind, verdict, reason }: Judged): void {
  const count = kinds.get(kind) ?? { events: 0, fraud: 0, called: new Map<string, number>() };
  count.events++;
  if (verdict === 'fraud') count.fraud++;
  if (verdict !== 'clean') count.called.set(reason, (count.called.get(reason) ?? 0) + 1);
  kinds.set(kind, count);
}

const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);

/**
 * The statistical reason a source is called for: most of its events of some kind carry statistical reasons, and this is
 * the commonest of them. Null when there is no such kind.
 */
export function calledStatistically({ kinds }: SourceCount): string | null {
  for (const { events, called } of kinds.values()) {
    if (events < LEAST_EVENTS) continue;
    const found = [...called].filter(([reason]) => STATISTICAL.has(reason)).sort((a, b) => b[1] - a[1]);
    if (sum(found.map(([, count]) => count)) * 2 > events) return found[0]?.[0] ?? null;
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

export const isDeterministic = (reason: string): boolean => DETERMINISTIC.has(reason);
export const nameOf = ({ source }: SourceCount): string => truthName(source.truth);
