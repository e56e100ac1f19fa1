import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router';
import { addDays, type DateRange, daysBetween } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { readCookie, writeCookie } from '../cookie.ts';
import { stored } from '../session/stored.ts';
import { carriedRange, type DateLimits, isPastData, type RangeCorrection, settledRange } from './date-limits.ts';
import { isUnderway } from './underway.ts';

export const COMPARISONS = ['none', 'previous', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * What every screen of a package is asked about. Lives in the address; storage only remembers it for the next visit.
 */
export interface Selection {
  pkg: PackageInfo;
  packages: readonly PackageInfo[];
  range: DateRange;
  compare: Comparison;
  /** The period to compare with, same length; undefined when none is asked for. */
  compareRange: DateRange | undefined;
  limits: DateLimits;
  /** What was asked for and is not shown, with the reason; undefined once something else was chosen. */
  corrected: CorrectedRange | undefined;
  choosePackage: (name: string) => void;
  /** Puts another package into an address, with the days to show of it. */
  moveTo: (params: URLSearchParams, name: string) => void;
  chooseRange: (range: DateRange) => void;
  chooseCompare: (compare: Comparison) => void;
}

/** A range of the address that could not be shown as it was. */
export interface CorrectedRange {
  why: RangeCorrection;
  asked: { from: string; to: string };
}

/** Given by `SelectionProvider`, and by `WithDays` inside of it. */
export const SelectionContext = createContext<Selection | null>(null);

/** Parts of the address that follow a person from page to page. */
export const STICKY = ['package', 'from', 'to', 'compare'] as const;

/** `?package=…&from=…` to put behind a link, so that the next page asks about the same thing. */
export function useStickySearch(): string {
  const [params] = useSearchParams();
  const kept = new URLSearchParams();
  for (const name of STICKY) {
    const value = params.get(name);
    if (value !== null) kept.set(name, value);
  }
  const text = kept.toString();
  return text === '' ? '' : `?${text}`;
}

function storedRange(): { from?: unknown; to?: unknown } {
  const dates = stored.get('dates');
  if (typeof dates === 'object' && dates !== null && 'fromDate' in dates) {
    return { from: dates.fromDate, to: 'toDate' in dates ? dates.toDate : undefined };
  }
  return { from: stored.get('startDate'), to: stored.get('endDate') };
}

/** `dates` is what counts; the other keys say the same for older readers (FLT-GAP-01). */
function remember(pkg: PackageInfo, packages: readonly PackageInfo[], { from, to }: DateRange): void {
  stored.set('dates', { fromDate: from, toDate: to });
  stored.set('startDate', from);
  stored.set('endDate', to);
  stored.set('startDateValue', from);
  stored.set('selectedPackage', pkg.package_name);
  stored.set('dpackage', packages[0]?.package_name ?? pkg.package_name);
}

/** Of a person who sees any package at all. */
type Packages = readonly [PackageInfo, ...PackageInfo[]];

export function atLeastOne([first, ...rest]: readonly PackageInfo[]): Packages | undefined {
  return first && [first, ...rest];
}

/**
 * The package to show: the one named in the address, else the one chosen last, the one an administrator searched for
 * last, the first of the person; whichever of them the person still sees (SESS-GAP-02).
 */
export function shownPackage(packages: Packages, named: string | null = null): PackageInfo {
  const wanted = [
    named ?? stored.text('selectedPackage'),
    stored.text('selectedPackage'),
    stored.text('enteredPackage'),
    stored.text('dpackage'),
  ];
  for (const name of wanted) {
    const found = packages.find((pkg) => pkg.package_name === name);
    if (found) return found;
  }
  return packages[0];
}

const comparisonOf = (text: string | null | undefined): Comparison => COMPARISONS.find((c) => c === text) ?? 'none';

/** The previous period ends the day before; the year before keeps the weekday (364 days). */
export function compareRangeOf({ from, to }: DateRange, compare: Comparison): DateRange | undefined {
  if (compare === 'none') return undefined;
  const back = compare === 'year' ? 364 : daysBetween(from, to) + 1;
  return { from: addDays(from, -back), to: addDays(to, -back) };
}

/** What the address asks for, else what is remembered, unless the package has nothing from then on. */
function givenRange(params: URLSearchParams, newest: string | null | undefined): { from?: unknown; to?: unknown } {
  if (params.get('from') !== null) return { from: params.get('from'), to: params.get('to') };
  const kept = storedRange();
  return isPastData(kept.from, newest) ? {} : kept;
}

/** Remembers what was corrected for as long as the range stands that is shown instead. */
function useCorrected(pkg: PackageInfo, range: DateRange) {
  const [told, setTold] = useState<{ corrected: CorrectedRange; shown: string }>();
  const tell = useCallback(
    (corrected: CorrectedRange, name: string, shown: DateRange): void =>
      setTold({ corrected, shown: shownKey(name, shown) }),
    [],
  );
  return { corrected: told?.shown === shownKey(pkg.package_name, range) ? told.corrected : undefined, tell };
}

const shownKey = (name: string, { from, to }: DateRange): string => `${name} ${from} ${to}`;

interface Props {
  packages: Packages;
  historyMonths: number;
  /** False while the page is about to change: writing the address then would call the change off. */
  settled?: boolean;
  children: ReactNode;
}

export function SelectionProvider({ packages, historyMonths, settled = true, children }: Props) {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const pkg = shownPackage(packages, params.get('package'));
  const given = givenRange(params, pkg.newest_day);
  const { range, correction } = settledRange(given, { today: pkg.today, newest: pkg.newest_day, historyMonths });
  const { from, to } = range;
  const { corrected, tell } = useCorrected(pkg, range);
  const compare = comparisonOf(params.get('compare') ?? readCookie('compare'));

  const selection = useMemo<Selection>(() => {
    const change = (edit: (next: URLSearchParams) => void, how: NavigateOptions = {}): void =>
      setParams((current) => {
        const next = new URLSearchParams(current);
        edit(next);
        return next;
      }, how);
    const moveTo = (next: URLSearchParams, name: string): void => {
      next.set('package', name);
      const chosen = packages.find((each) => each.package_name === name);
      if (!chosen) return;
      const carried = carriedRange({ from, to }, pkg, chosen);
      next.set('from', carried.range.from);
      next.set('to', carried.range.to);
      if (carried.correction) tell({ why: carried.correction, asked: { from, to } }, name, carried.range);
    };
    return {
      pkg,
      packages,
      range: { from, to },
      compare,
      compareRange: compareRangeOf({ from, to }, compare),
      limits: { today: pkg.today, newest: pkg.newest_day, historyMonths },
      corrected,
      // At once: the field shows the new name from the click on, and no number of another package may stand under it
      // meanwhile.
      choosePackage: (name) => change((next) => moveTo(next, name), { flushSync: true }),
      moveTo,
      chooseRange: (chosen) =>
        change((next) => {
          next.set('from', chosen.from);
          next.set('to', chosen.to);
        }),
      chooseCompare: (chosen) => {
        writeCookie('compare', chosen);
        change((next) => next.set('compare', chosen), { replace: true });
      },
    };
  }, [pkg, packages, from, to, compare, historyMonths, corrected, tell, setParams]);

  useEffect(() => remember(pkg, packages, { from, to }), [pkg, packages, from, to]);

  // The address always names what is shown, so that a copied link and a second tab show the same.
  const complete = params.get('package') === pkg.package_name && params.get('from') === from && params.get('to') === to;
  const asked = `${params.get('from') ?? ''} ${params.get('to') ?? ''}`;
  useEffect(() => {
    // The page that comes completes its own address.
    if (complete || !settled || isUnderway(pathname)) return;
    const [askedFrom = '', askedTo = ''] = asked.split(' ');
    if (correction && askedFrom !== '')
      tell({ why: correction, asked: { from: askedFrom, to: askedTo } }, pkg.package_name, { from, to });
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('package', pkg.package_name);
        next.set('from', from);
        next.set('to', to);
        return next;
      },
      { replace: true },
    );
  }, [complete, settled, pathname, pkg, from, to, asked, correction, tell, setParams]);

  return <SelectionContext value={selection}>{children}</SelectionContext>;
}

/** The package, range and comparison the reader has chosen. Only inside the signed-in shell. */
export function useSelection(): Selection {
  const selection = use(SelectionContext);
  if (!selection) throw new Error('useSelection needs a package: the page is outside the shell');
  return selection;
}
