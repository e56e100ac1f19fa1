import type { EventKind } from '#traffic/event/contract/event.ts';
import { type BenchEvent, columnOf, type Reported } from './event.ts';

/** Reads one side of a scenario, honest or fraudulent, and gives the values of its deciding quantity. */
export interface Measure {
  /** `counted` events give values of their own; others are only the surroundings of those. */
  see(event: BenchEvent, counted: boolean): void;
  values(): (number | string)[];
}

export const text = (event: BenchEvent, name: keyof Reported): string => String(columnOf(event, name) ?? '');
export const timeOf = (
  event: BenchEvent,
  name: 'click_time' | 'install_begin_time' | 'impression_time' | 'install_time',
): number => Date.parse(text(event, name));
export const visitor = (event: BenchEvent): string => `${text(event, 'ip')} ${text(event, 'user_agent')}`;
/** Phones by their id, browsers by address and agent. */
export const device = (event: BenchEvent): string => text(event, 'device_id') || visitor(event);

/** A value that stands on the row itself; `undefined` when the row has none. */
export function onRow(kind: EventKind, readValue: (event: BenchEvent) => number | string | undefined): Measure {
  const values: (number | string)[] = [];
  return {
    see(event, counted) {
      if (!counted || event.kind !== kind) return;
      const value = readValue(event);
      if (value !== undefined) values.push(value);
    },
    values: () => values,
  };
}

/** A share of the source's events of a kind. None when there are too few for a share. */
export function shareOf(kind: EventKind, least: number, holds: (event: BenchEvent) => boolean): Measure {
  let all = 0;
  let held = 0;
  return {
    see(event) {
      if (event.kind !== kind) return;
      all++;
      if (holds(event)) held++;
    },
    values: () => (all < least ? [] : [held / all]),
  };
}
