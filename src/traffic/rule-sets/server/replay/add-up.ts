import { EVENT_KINDS, VERDICTS, type Verdict } from '#traffic/event/contract/event.ts';
import {
  PREVIEW_PUBLISHERS,
  type ReplayPublisher,
  type ReplayResult,
  type VerdictCounts,
} from '#traffic/rule-sets/contract/replay.ts';

/** Events as they are booked now, by everything a preview breaks down by. */
export interface BookedRow {
  day: string;
  kind: string;
  publisher: string;
  verdict: Verdict;
  reason: string;
  currency: string;
  events: number;
  amount: number;
  /** 1 where some of the amount is assumed by a price. */
  assumed: number;
}

/** Events that get another verdict or reason, broken down by one of these. The key of `reason` is "old new". */
export interface Breakdown {
  dimension: 'currency' | 'day' | 'kind' | 'publisher' | 'reason';
  key: string;
  from: Verdict;
  to: Verdict;
  currency: string;
  events: number;
  amount: number;
  /** 1 where some of the amount is assumed by a price. */
  assumed: number;
}

type AddedUp = Pick<
  ReplayResult,
  | 'to'
  | 'events'
  | 'before'
  | 'after'
  | 'changed'
  | 'moves'
  | 'other_reason'
  | 'money'
  | 'days'
  | 'kinds'
  | 'reasons'
  | 'publishers'
  | 'rest'
>;

interface Part {
  before: VerdictCounts;
  after: VerdictCounts;
  changed: number;
  money: { currency: string; to_fraud: number; from_fraud: number; assumed: boolean }[];
}

/** The numbers of a preview from what stands and what changes. Pure; every breakdown adds up to the same total. */
export function addUpReplay(booked: readonly BookedRow[], breakdowns: readonly Breakdown[], from: string): AddedUp {
  const parts = { day: new Map<string, Part>(), kind: new Map<string, Part>(), publisher: new Map<string, Part>() };
  const whole = emptyPart();
  for (const row of booked) {
    book(whole, row);
    for (const name of ['day', 'kind', 'publisher'] as const) book(at(parts[name], row[name]), row);
  }
  for (const each of breakdowns) {
    if (each.dimension === 'currency') move(whole, each);
    else if (each.dimension !== 'reason') move(at(parts[each.dimension], each.key), each);
  }
  const days = [...parts.day].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    to: days.at(-1)?.[0] ?? from,
    events: sum(whole.before),
    ...countsOf(whole),
    moves: movesOf(breakdowns),
    other_reason: breakdowns
      .filter(({ dimension, from: old, to }) => dimension === 'currency' && old === to)
      .reduce((total, { events }) => total + events, 0),
    money: moneyOf(booked, whole),
    days: days.map(([day, part]) => ({ day, ...part })),
    kinds: EVENT_KINDS.flatMap((kind) => {
      const part = parts.kind.get(kind);
      return part ? [{ kind, ...countsOf(part) }] : [];
    }),
    reasons: reasonsOf(booked, breakdowns),
    ...publishersOf(parts.publisher),
  };
}

const emptyPart = (): Part => ({
  before: { clean: 0, suspect: 0, fraud: 0, filtered: 0 },
  after: { clean: 0, suspect: 0, fraud: 0, filtered: 0 },
  changed: 0,
  money: [],
});

function at(parts: Map<string, Part>, key: string): Part {
  const known = parts.get(key);
  if (known) return known;
  const made = emptyPart();
  parts.set(key, made);
  return made;
}

const countsOf = ({ before, after, changed }: Part) => ({ before, after, changed });
const sum = ({ clean, suspect, fraud, filtered }: VerdictCounts): number => clean + suspect + fraud + filtered;

function book(part: Part, { verdict, events }: BookedRow): void {
  part.before[verdict] += events;
  part.after[verdict] += events;
}

function move(part: Part, { from, to, currency, events, amount, assumed }: Breakdown): void {
  if (from === to) return;
  part.after[from] -= events;
  part.after[to] += events;
  part.changed += events;
  if (amount === 0 || (from !== 'fraud' && to !== 'fraud')) return;
  const money = moneyIn(part, currency);
  money[to === 'fraud' ? 'to_fraud' : 'from_fraud'] += amount;
  money.assumed ||= assumed > 0;
}

function moneyIn(part: Part, currency: string): Part['money'][number] {
  const known = part.money.find((one) => one.currency === currency);
  if (known) return known;
  const made = { currency, to_fraud: 0, from_fraud: 0, assumed: false };
  part.money.push(made);
  return made;
}

function movesOf(breakdowns: readonly Breakdown[]): AddedUp['moves'] {
  const moves = new Map<string, AddedUp['moves'][number]>();
  for (const { dimension, from, to, currency, events, amount } of breakdowns) {
    if (dimension !== 'currency' || from === to) continue;
    const known = moves.get(`${from} ${to}`) ?? { from, to, events: 0, money: [] };
    known.events += events;
    if (amount !== 0) known.money.push({ currency, amount });
    moves.set(`${from} ${to}`, known);
  }
  return [...moves.values()].sort((a, b) => b.events - a.events);
}

/** Currencies with any cost, the largest share of fraud first. */
function moneyOf(booked: readonly BookedRow[], { money }: Part): AddedUp['money'] {
  const before = new Map<string, number>();
  const assumed = new Set<string>();
  for (const row of booked) {
    if (row.amount === 0) continue;
    const isFraud = row.verdict === 'fraud';
    before.set(row.currency, (before.get(row.currency) ?? 0) + (isFraud ? row.amount : 0));
    if (isFraud && row.assumed > 0) assumed.add(row.currency);
  }
  return [...before]
    .map(([currency, fraud]) => {
      const moved = money.find((one) => one.currency === currency) ?? { to_fraud: 0, from_fraud: 0, assumed: false };
      return {
        currency,
        assumed: moved.assumed || assumed.has(currency),
        to_fraud: moved.to_fraud,
        from_fraud: moved.from_fraud,
        fraud_before: fraud,
        fraud_after: fraud + moved.to_fraud - moved.from_fraud,
      };
    })
    .sort((a, b) => b.fraud_before - a.fraud_before);
}

function reasonsOf(booked: readonly BookedRow[], breakdowns: readonly Breakdown[]): AddedUp['reasons'] {
  const reasons = new Map<string, { before: number; after: number }>();
  const add = (reason: string, part: 'before' | 'after', events: number): void => {
    if (reason === '') return;
    const known = reasons.get(reason) ?? { before: 0, after: 0 };
    known[part] += events;
    reasons.set(reason, known);
  };
  for (const { reason, events } of booked) {
    add(reason, 'before', events);
    add(reason, 'after', events);
  }
  for (const { dimension, key, events } of breakdowns) {
    if (dimension !== 'reason') continue;
    const [old = '', now = ''] = key.split(' ');
    add(old, 'after', -events);
    add(now, 'after', events);
  }
  return [...reasons]
    .map(([reason, counts]) => ({ reason, ...counts }))
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || (a.reason < b.reason ? -1 : 1));
}

function publishersOf(parts: ReadonlyMap<string, Part>): Pick<AddedUp, 'publishers' | 'rest'> {
  const sorted: ReplayPublisher[] = [...parts]
    .map(([publisher, part]) => ({ publisher, ...part }))
    .sort((a, b) => b.changed - a.changed || sum(b.before) - sum(a.before) || (a.publisher < b.publisher ? -1 : 1));
  const rest = sorted.slice(PREVIEW_PUBLISHERS);
  return {
    publishers: sorted.slice(0, PREVIEW_PUBLISHERS),
    rest: rest.length === 0 ? null : { publishers: rest.length, ...together(rest) },
  };
}

function together(publishers: readonly ReplayPublisher[]): Part {
  const whole = emptyPart();
  for (const { before, after, changed, money } of publishers) {
    for (const verdict of VERDICTS) {
      whole.before[verdict] += before[verdict];
      whole.after[verdict] += after[verdict];
    }
    whole.changed += changed;
    for (const { currency, to_fraud, from_fraud, assumed } of money) {
      const known = moneyIn(whole, currency);
      known.to_fraud += to_fraud;
      known.from_fraud += from_fraud;
      known.assumed ||= assumed;
    }
  }
  return whole;
}
