import { useMemo } from 'react';
import { drillableOf, EVENTS_PATH } from '#analytics/contract/drill.ts';
import type { ExploreRow } from '#domains/explore/contract/explore-endpoints.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { TOTAL_VERDICTS } from '#traffic/event/contract/event.ts';
import { sentFilters } from '#traffic/explorer/web/event-address.ts';
import type { Ask } from './ask.ts';

export type CellHref = (row: ExploreRow, measure: string) => string | undefined;

/** Where a number leads: to exactly the events it counts. Persons, money and middles lead to those they are told of. */
export function useCellHref(ask: Ask): CellHref {
  const { pkg, range } = useSelection();
  return useMemo(() => {
    const asked = Object.entries(sentFilters(ask.filters)).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    );
    return (row, measure) => {
      const drilled = drillableOf(measure);
      if (drilled === undefined || row[measure] === 0) return undefined;
      const verdicts = drilled === 'total' ? [...TOTAL_VERDICTS] : [drilled];
      const before = asked.filter(([name]) => name === 'verdict').flatMap(([, value]) => value.split(','));
      const both = before.length === 0 ? verdicts : verdicts.filter((verdict) => before.includes(verdict));
      if (both.length === 0 || both.every((verdict) => !OF_LIST.has(verdict))) return undefined;
      const own = new Set<string>([...ask.by, 'verdict']);
      const params = new URLSearchParams([
        ['package', pkg.package_name],
        ['from', range.from],
        ['to', range.to],
        ...asked.filter(([name]) => !own.has(name)),
        ...(ask.query === '' ? [] : [['query', ask.query]]),
      ] as [string, string][]);
      for (const key of ask.by) {
        const value = row[key] === '' ? NOT_REPORTED : String(row[key]);
        if (key === 'verdict') both.splice(0, both.length, ...both.filter((verdict) => verdict === value));
        // A value with a comma is written twice, or it would be two.
        else for (const each of value.includes(',') ? [value, value] : [value]) params.append(key, each);
      }
      if (both.length === 0) return undefined;
      for (const verdict of both) params.append('verdict', verdict);
      return `${EVENTS_PATH}?${params}`;
    };
  }, [ask, pkg.package_name, range.from, range.to]);
}

const OF_LIST: ReadonlySet<string> = new Set(['clean', 'suspect', 'fraud', 'filtered']);
