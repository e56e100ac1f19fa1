import type { ImportState, ImportView } from '#traffic/intake/contract/import-endpoints.ts';

const WORKING: ReadonlySet<ImportState> = new Set(['queued', 'scanning', 'judging', 'committing', 'undoing']);
const CAN_STOP: ReadonlySet<ImportState> = new Set(['queued', 'scanning', 'judging']);

/** Visible already; verdicts that rest on what a publisher did may still be added. */
export const isSweeping = ({ state }: Pick<ImportView, 'state'>): boolean => state === 'sweeping';
export const isWorking = ({ state }: Pick<ImportView, 'state'>): boolean => WORKING.has(state);
export const canStop = ({ state }: Pick<ImportView, 'state'>): boolean => CAN_STOP.has(state);

/** The same file again: everything was there already. */
export const changedNothing = ({ state, accepted, duplicates }: ImportView): boolean =>
  (state === 'done' || state === 'sweeping') && accepted > 0 && accepted === duplicates;

export const leftOut = ({ left_out }: Pick<ImportView, 'left_out'>): number =>
  left_out.reduce((sum, { records }) => sum + records, 0);

/** Calendar day of a moment in the package's zone; an import names moments, boards are asked by days. */
export const dayIn = (timeZone: string, moment: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(moment)
    ? moment
    : new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
        new Date(/[zZ]$|[+-]\d\d:?\d\d$/.test(moment) ? moment : `${moment.replace(' ', 'T')}Z`),
      );

/** First and last day of what came, in the package's zone; null of an import that brought no event. */
export const rangeOfImport = (
  { from, to }: Pick<ImportView, 'from' | 'to'>,
  timeZone: string,
): { from: string; to: string } | null =>
  from && to ? { from: dayIn(timeZone, from), to: dayIn(timeZone, to) } : null;
