import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { TODAY_PAGES } from '#domains/today/contract/pages.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Page } from '#platform/contract/page.ts';
import { firstRoute, passage } from './guard.ts';

/** Landing route by the first dashboardType of the package (spec 4.1; AUTH-GAP-06 for those it does not name). */
export const LANDING: Readonly<Record<string, string>> = {
  Visit: '/visit-dashboard',
  Click: '/click-dashboard',
  Event: '/event-dashboard',
  Install: '/install-dashboard',
  Reengagement_Events: '/app-reengagement-event-dashboard',
  App_Event: '/app-event-dashboard',
  Impression: '/impression-dashboard',
  Mtrackit: '/mtrackit_dashboard',
  VAST: '/vast/dashboard',
  Web_Event: '/web/dashboard/event',
  RE_CLICK: '/app/dashboard/reengagement-clicks',
  RE_EVENT: '/app/dashboard/reengagement-events',
  CLICK_IMPRESSION: '/app/dashboard/click-impression',
  INSTALL: '/app/dashboard/install',
  EVENT: '/app/dashboard/event',
};

interface Arrival {
  /** Path with query asked for before signing in. */
  asked: string | undefined;
  dashboardTypes: readonly string[];
  menuRoutes: readonly string[];
  pages: readonly Page[];
  /** What the person comes to look at, most of it first: its board comes before the package's landing page. */
  kinds?: readonly string[] | undefined;
  /** Where a person of this role begins, when it is open; others begin on a board. */
  home?: string | undefined;
  /** What is looked at: a page that it cannot have is no place to land on. */
  pkg?: PackageInfo | undefined;
}

const pathOf = (address: string): string => address.split(/[?#]/)[0] ?? address;

/** Addresses of the boards of a kind of event and no other, in the order of the boards. */
const boardPathsOf = (kind: string, pkg: PackageInfo | undefined): string[] =>
  BOARDS.filter(
    ({ dataset: { platform, kinds } }) =>
      (!pkg || platform === pkg.platform) && kinds.length === 1 && kinds[0] === kind,
  ).flatMap(({ routes }) => routes.map(({ path }) => path));

/**
 * Where "/" leads a signed-in person: what was asked for, else the board of the kinds that came, else a first page of
 * their own, else the package's landing page, else the first menu route.
 */
export function landingRoute({ asked, dashboardTypes, menuRoutes, pages, kinds = [], home, pkg }: Arrival): string {
  const opens = (path: string, of?: PackageInfo): boolean =>
    passage(pathOf(path), pages, menuRoutes, of).kind === 'open';
  // The address asked for may name a package of its own.
  if (asked !== undefined && pathOf(asked) !== '/' && opens(asked)) return asked;
  const ofKind = kinds.flatMap((kind) => boardPathsOf(kind, pkg)).find((path) => opens(path, pkg));
  if (ofKind !== undefined) return ofKind;
  if (home !== undefined && opens(home, pkg)) return home;
  const landing = LANDING[dashboardTypes[0] ?? ''];
  return landing !== undefined && opens(landing, pkg) ? landing : firstRoute(landedOn(menuRoutes), pages, pkg);
}

const [{ paths: TODAY }] = TODAY_PAGES;

/** First in the menu is what one comes back to; whoever signs in begins where they would without it, unless it is all. */
const landedOn = (menuRoutes: readonly string[]): string[] => [
  ...menuRoutes.filter((route) => route !== TODAY[0]),
  ...TODAY,
];
