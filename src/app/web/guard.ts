import { matchPath } from 'react-router';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { fitsPackage, menuAllows, type Page } from '#platform/contract/page.ts';
import { userMay } from '#platform/web/session/user-may.ts';

/** What happens to somebody who is signed in and opens a path. */
export type Passage =
  | { kind: 'open' }
  /** Open to the person, but the chosen package cannot have it. */
  | { kind: 'unfit'; page: Page }
  /** Elsewhere; `missing` names the path in a notice (NAV-GAP-08). */
  | { kind: 'go'; to: string; missing: string };

/**
 * First entry of the menu that leads to a built page, of those the package can have; "/" when there is none, where a
 * notice says so.
 */
export function firstRoute(menuRoutes: readonly string[], pages: readonly Page[], pkg?: PackageInfo): string {
  const built = new Set<string>(pages.filter((page) => fitsPackage(page, pkg)).flatMap((page) => page.paths));
  return menuRoutes.find((route) => built.has(route)) ?? '/';
}

/** The page a path belongs to; the path itself or one of its aliases, `:id` standing for any one part. */
export const pageAt = (path: string, pages: readonly Page[]): Page | undefined =>
  pages.find((page) => page.paths.some((pattern) => matchPath(pattern, path) !== null));

/**
 * Spec 2.2: open when the path contains a menu route, else the first menu route, else "/"; a role with a first page of
 * its own (`home`) is led there instead, when it is open. A route that another path only contains (`/report`) opens no
 * page whose calls the role may not make.
 */
export function passage(
  path: string,
  pages: readonly Page[],
  menuRoutes: readonly string[],
  pkg?: PackageInfo,
  home?: string,
): Passage {
  const page = pageAt(path, pages);
  const isMenu = page?.guard === 'menu';
  const may = !isMenu || !page.permission || userMay(page.permission);
  if (page && may && (!isMenu || menuAllows(path, menuRoutes)))
    return fitsPackage(page, pkg) ? { kind: 'open' } : { kind: 'unfit', page };
  const atHome = home !== undefined && home !== path && passage(home, pages, menuRoutes, pkg).kind === 'open';
  return { kind: 'go', to: atHome ? home : firstRoute(menuRoutes, pages, pkg), missing: path };
}

/** Whether a link leads to a page that its reader can have: the menu has it, and so has the package, if it is this one. */
export function opens(
  path: string,
  named: string | null,
  pages: readonly Page[],
  menuRoutes: readonly string[],
  pkg: PackageInfo,
): boolean {
  // Whatever is no page of the shell says so itself.
  if (!pageAt(path, pages)) return true;
  const ofThis = named === null || named === pkg.package_name;
  return passage(path, pages, menuRoutes, ofThis ? pkg : undefined).kind === 'open';
}
