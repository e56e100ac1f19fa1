import type { Permission } from './roles.ts';

/** Who may open a page. `menu`: the path must contain a route of the user's menu list (spec NAV-RULE-04). */
export type Guard = 'public' | 'session' | 'menu';

export interface MenuPlace {
  /** Keys of `menu.category.*`, `menu.sub_category.*` texts; the server sends the English text beside them. */
  category: string;
  subCategory: string;
  /** Tabler icon name, resolved by the shell's icon table. */
  icon: string;
  /** Where pages share a prescribed title: what tells this one apart in the menu. */
  title?: string;
}

/**
 * A screen as data: the router, the document title, the guard, the menu catalogue and the tests all read this value.
 */
export interface Page {
  id: string;
  /** React Router path. The first is canonical, the rest are aliases that show the same screen. */
  paths: readonly [string, ...string[]];
  /** English title exactly as the spec prescribes; also the i18n default of `page.<id>`. */
  title: string;
  guard: Guard;
  /** Selectable history in months; 0 on a screen that is not about chosen days. */
  historyMonths: number;
  /** Its address says what is shown of its list: it can be saved as a view, without days. */
  views?: boolean;
  /** Its figures can be set against the period before. */
  compares?: boolean;
  /** Most recent days whose figures are still provisional (spec LAY-GAP-04). */
  lockDays?: number;
  menu?: MenuPlace;
  /** Whose zone its moments are in: one a screen, named above it. Nothing for a page without any. */
  times?: 'package' | 'reader';
  /** The page it shows in another way, or under another address: the menu draws one entry for both. */
  variantOf?: string;
  /** The page it belongs to, as a form to its list: whoever has that one has this too (NAV-GAP-05). */
  companionOf?: string;
  /** Kind of the package the entry belongs to; entries of the other kind are not offered. */
  platform?: 'web' | 'app';
  /** Roles without it never have the page, whatever their mapping says. */
  permission?: Permission;
}

/**
 * Whether a package can have the page: it is of its kind, and was not left out of the caller's menu for that package.
 */
export const fitsPackage = (
  { id, guard, platform, companionOf = id }: Page,
  pkg: { platform: 'web' | 'app'; pages?: readonly string[] | null | undefined } | undefined,
): boolean =>
  !pkg ||
  ((!platform || platform === pkg.platform) &&
    (guard !== 'menu' || !pkg.pages || pkg.pages.includes(id) || pkg.pages.includes(companionOf)));

export const page = <const P extends Page>(p: P): P => p;

/** Containment, as the spec prescribes; blank menu routes never open anything (NAV-GAP-03). */
export const menuAllows = (path: string, menuRoutes: readonly string[]): boolean =>
  menuRoutes.some((route) => route.trim() !== '' && path.includes(route));

/**
 * Begins the ids of menu entries of the operator's own, which stand for a place and not for a page; no page begins so.
 */
export const OWN_ENTRY = 'own-';
