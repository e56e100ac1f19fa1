import { DAY, SECOND } from '#demo/calendar.ts';
import { type BenchEvent, columnOf } from './event.ts';
import { dollarsIn } from './honest/prices.ts';
import { device, type Measure, onRow, text, timeOf } from './measure.ts';
import { LAST_MOMENT } from './stage.ts';

/** Fewer installs than this have no share. */
const LEAST = 20;

/**
 * Share of the installs that open the app around so many days after; those whose day the fortnight cuts off are left
 * out.
 */
function openedOn(day: number): Measure {
  let installs = 0;
  const opened = new Set<string>();
  const wholeDay = (installed: number) => installed + (day + 0.5) * DAY < LAST_MOMENT;
  return {
    see(event) {
      if (event.kind === 'install' && wholeDay(event.at)) installs++;
      if (event.kind !== 'app_event' || text(event, 'event_name') !== 'session_start') return;
      const installed = timeOf(event, 'install_time');
      if (wholeDay(installed) && Math.round((event.at - installed) / DAY) === day)
        opened.add(`${device(event)} ${installed}`);
    },
    values: () => (installs < LEAST ? [] : [Math.min(1, opened.size / installs)]),
  };
}

export const nextDayShare = (): Measure => openedOn(1);
export const weekLaterShare = (): Measure => openedOn(7);

export function purchaseAfterInstall(): Measure {
  const installs = new Map<string, number>();
  const purchases = onRow('app_event', (event) => {
    const installed = installs.get(device(event));
    if (text(event, 'event_name') !== 'purchase' || installed === undefined) return undefined;
    return (event.at - installed) / SECOND;
  });
  return {
    see(event, counted) {
      if (event.kind === 'install') installs.set(device(event), event.at);
      purchases.see(event, counted);
    },
    values: purchases.values,
  };
}

const revenue = (event: BenchEvent): number => columnOf(event, 'revenue') ?? 0;

export const purchaseAmount = (): Measure =>
  onRow('app_event', (event) =>
    text(event, 'event_name') === 'purchase' ? revenue(event) * dollarsIn(text(event, 'currency')) : undefined,
  );

/** Share of the installs that ever bring money. */
export function payerShare(): Measure {
  let installs = 0;
  const payers = new Set<string>();
  return {
    see(event) {
      if (event.kind === 'install') installs++;
      else if (event.kind === 'app_event' && revenue(event) > 0) payers.add(device(event));
    },
    values: () => (installs < LEAST ? [] : [Math.min(1, payers.size / installs)]),
  };
}
