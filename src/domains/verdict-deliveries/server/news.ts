import type { SentEvent } from '#domains/verdict-deliveries/contract/destination.ts';
import type { ToldChange } from '#traffic/changes/server/read-feed.ts';
import type { StoredSettings } from './tables.ts';

export interface News {
  told: ToldChange;
  rowId: string;
  type: SentEvent['type'];
  /** What was sent before. */
  was: string | null;
}

/** What a destination is told of a change, by what it was told of the event before; null for nothing. */
export function newsOf(settings: StoredSettings, told: ToldChange, was: string | undefined): News | null {
  const { change, what } = told;
  const { later, way } = settings;
  // The end of the retention is no news about an event.
  if (change.change === 'gone_before') return null;
  const news = (type: SentEvent['type']): News => ({ told, rowId: change.row_id, type, was: was ?? null });
  // Whoever takes postbacks reads each as a no: one that takes it back would be another.
  const takesBack = later && way.kind === 'webhook';
  if (change.change === 'gone') return was !== undefined && takesBack ? news('gone') : null;
  const wanted =
    (settings.kinds.length === 0 || settings.kinds.includes(change.kind)) &&
    settings.verdicts.some((verdict) => verdict === change.verdict) &&
    (settings.reasons.length === 0 || settings.reasons.includes(change.reason));
  if (was === undefined) {
    if (!wanted) return null;
    if (what === 'import') return news('verdict');
    return later ? news('changed') : null;
  }
  if (was === change.verdict || !later) return null;
  return wanted || takesBack ? news('changed') : null;
}
