import { readEvent } from '#traffic/collector/server/read-event.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';

type Append = Parameters<import('#traffic/collector/server/intake-log.ts').IntakeLog['append']>[0];
export type VideoEventRow = Append['events'][number];

interface Said {
  id: string;
  at: Date;
  kind: EventKind;
  fields: Readonly<Record<string, string | number | null>>;
}

/** What was done with it, and why. */
interface Decision {
  handling: string;
  reason: string;
}

/** Fields that may be wrong before an event is given up; there are no more of them. */
const MOST_WRONG = 30;

/** An event as the intake takes it. What a player says that no column takes is left out, and the rest stays. */
export function videoEvent({ id, at, kind, fields }: Said, decision?: Decision): VideoEventRow {
  const raw: Record<string, unknown> = { ...fields, event_id: id, ts: at.toISOString() };
  for (let wrong = 0; wrong < MOST_WRONG; wrong++) {
    const read = readEvent(raw, { receivedAt: at, now: at, request: { ip: '', userAgent: '' } }, () => {});
    if ('fields' in read)
      return {
        id,
        kind,
        fields: decision
          ? {
              ...read.fields,
              handling: decision.handling,
              ...(decision.reason && { handling_reason: decision.reason }),
            }
          : read.fields,
      };
    delete raw[read.field === '' ? 'url' : read.field];
  }
  return { id, kind, fields: { ts: at.toISOString() } };
}
