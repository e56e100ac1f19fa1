import type { EventKind } from '#traffic/event/contract/event.ts';
import { SOURCE_FAMILIES, type SourceFamily } from '#traffic/event/contract/source-families.ts';

/** The kinds of events of these families. */
export const kindsOf = (...families: readonly SourceFamily[]): readonly EventKind[] =>
  families.flatMap((family) => [...SOURCE_FAMILIES[family]]);
