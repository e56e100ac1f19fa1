import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { DIVE, DIVE_STEPS, DIVE_TOTAL, type DiveStep, diveWidget } from '#analytics/contract/deep-dive.ts';
import { type Drillable, drillParameters, drillTo, EVENTS_PATH } from '#analytics/contract/drill.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { readWhere, writeWhere } from '../filters/where.ts';

type Counted = Partial<Record<Drillable, number>> & { key?: string };

export interface DiveLinks {
  /** Back to where so many steps were taken. */
  upTo: (steps: number) => string;
  down: (step: DiveStep, key: string) => string;
  /** The events behind a number of the whole, or of a row by a step; none where there are none. */
  events: (row: Counted, measure: Drillable, step?: DiveStep) => string | undefined;
}

/** Addresses around the place a dive is at. */
export function useDiveLinks(): DiveLinks {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const { pkg, range } = useSelection();
  return useMemo(() => {
    const where = readWhere(params);
    const at = (chosen: typeof where): string => `${pathname}?${writeWhere(params, chosen)}`;
    const context = { package_name: pkg.package_name, from: range.from, to: range.to, where };
    return {
      upTo: (steps) => {
        const gone: readonly string[] = DIVE_STEPS.slice(steps);
        return at(Object.fromEntries(Object.entries(where).filter(([name]) => !gone.includes(name))));
      },
      down: (step, key) => at({ ...where, [step]: [key || NOT_REPORTED] }),
      events: (row, measure, step) => {
        if (row[measure] === 0) return undefined;
        const target = drillTo(DIVE, step ? diveWidget(step) : DIVE_TOTAL, { key: row.key }, context, measure);
        if (!target) return undefined;
        const shell = { package: target.package_name, from: target.fromDate, to: target.toDate };
        return `${EVENTS_PATH}?${new URLSearchParams([...Object.entries(shell), ...drillParameters(target)])}`;
      },
    };
  }, [params, pathname, pkg, range]);
}
