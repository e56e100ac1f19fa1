import type { EventKind } from '../../../contract/event.ts';
import { SOURCE_FAMILIES, type SourceFamily } from '../../../contract/source-families.ts';

/** The kinds of events of these families. */
export const kindsOf = (...families: readonly SourceFamily[]): readonly EventKind[] =>
  families.flatMap((family) => [...SOURCE_FAMILIES[family]]);
