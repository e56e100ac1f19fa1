import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { EVENTS_PATH } from '#analytics/contract/drill.ts';
import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import { STICKY } from '#platform/web/layout/selection.tsx';
import { DIMENSION_NAMES } from '#traffic/event/contract/dimensions.ts';

/** Pages that can be filtered by any dimension: their addresses hold filters under the same names. */
const FILTERED: ReadonlySet<string> = new Set([...BOARD_PAGES.flatMap(({ paths }) => paths), EVENTS_PATH]);

export type SearchFor = (route: string) => string;

/** `?package=…&publisher=…` for a link to another page: what the page knows goes along, the rest stays behind. */
export function keptSearch(params: URLSearchParams, route: string): string {
  const kept = new URLSearchParams();
  const names: readonly string[] = FILTERED.has(route) ? [...STICKY, ...DIMENSION_NAMES] : STICKY;
  for (const name of names) for (const value of params.getAll(name)) kept.append(name, value);
  const text = kept.toString();
  return text === '' ? '' : `?${text}`;
}

export function useSearchFor(): SearchFor {
  const [params] = useSearchParams();
  return useCallback((route) => keptSearch(params, route), [params]);
}
