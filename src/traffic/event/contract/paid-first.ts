import type { EventKind } from './event.ts';

/** What is paid for most often. */
const USUALLY_PAID: readonly EventKind[] = ['install', 'click', 'visit', 'impression'];
const placeOf = (kind: EventKind): number =>
  USUALLY_PAID.includes(kind) ? USUALLY_PAID.indexOf(kind) : USUALLY_PAID.length;

/** The kinds that came: what is usually paid for comes first, then the others as they stand. */
export const paidFirst = <Of extends { kind: EventKind }>(kinds: readonly Of[]): Of[] =>
  kinds.toSorted((a, b) => placeOf(a.kind) - placeOf(b.kind));
