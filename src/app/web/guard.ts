import { matchPath } from 'react-router';
import { menuAllows, type Page } from '#platform/contract/page.ts';

/** What happens to somebody who is signed in and opens a path. */
export type Passage =
  | { kind: 'open' }
  /** Elsewhere; `missing` names the path in a notice (NAV-GAP-08). */
  | { kind: 'go'; to: string; missing: string };

/** First entry of the menu that leads to a built page; "/" when there is none, where a notice says so. */
export function firstRoute(menuRoutes: readonly string[], pages: readonly Page[]): string {
  const built = new Set<string>(pages.flatMap((page) => page.paths));
  return menuRoutes.find((route) => built.has(route)) ?? '/';
}

/** The page a path belongs to; the path itself or one of its aliases, `:id` standing for any one part. */
export const pageAt = (path: string, pages: readonly Page[]): Page | undefined =>
  pages.find((page) => page.paths.some((pattern) => matchPath(pattern, path) !== null));

/** Spec 2.2: open when the path contains a menu route, else the first menu route, else "/". */
export function passage(path: string, pages: readonly Page[], menuRoutes: readonly string[]): Passage {
  const page = pageAt(path, pages);
  if (page && (page.guard !== 'menu' || menuAllows(path, menuRoutes))) return { kind: 'open' };
  return { kind: 'go', to: firstRoute(menuRoutes, pages), missing: path };
}
