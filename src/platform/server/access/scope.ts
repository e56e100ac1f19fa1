import { type Permission, type Role, roleMay, roleOf } from '#platform/contract/roles.ts';
import { appError } from '../http/app-error.ts';

declare const brand: unique symbol;

/** `'all'` stands for "everything that exists", never for "no filter was asked for". */
export type Allowed = 'all' | ReadonlySet<string>;

/** Who did something, for the audit log and for records that name their author. No right hangs on it. */
export interface Actor {
  /** Positive for people, 0 for the program itself, the negated number for an API token. */
  readonly userId: number;
  readonly userName: string;
  readonly roleName: string;
  /** The administrator who looks at the product as this user does; then nothing may be changed. */
  readonly viewer: Viewer | null;
}

/** The program itself. */
export const SYSTEM: Actor = { userId: 0, userName: 'system', roleName: 'admin', viewer: null };

/**
 * What one caller may see. Made only here, from the stored user and mapping, and the first argument of `runWidget` and
 * of every store function that works for a caller. `test/architecture.test.ts` lists who may ask for one to be made.
 */
export interface Scope extends Actor {
  readonly [brand]: true;
  readonly sessionId: string;
  readonly role: Role;
  readonly packages: Allowed;
  readonly publishers: Allowed;
  readonly vendors: Allowed;
  /** What an API token was given; null leaves it to the role. */
  readonly limitedTo: ReadonlySet<Permission> | null;
  /** Pages and filters selected by mapping, per package; a package without an entry has all. */
  readonly selected: ReadonlyMap<string, Selected>;
  /** Changes whenever the rights do; sent with every answer so that open pages notice. */
  readonly rights: string;
}

/** Ids of pages and names of filters; null selects all. */
export interface Selected {
  pages: ReadonlySet<string> | null;
  filters: ReadonlySet<string> | null;
}

export interface Viewer {
  id: number;
  name: string;
}

/** The stored rights a scope is made from. Lists are empty where nothing is granted. */
export interface Grant {
  userId: number;
  userName: string;
  sessionId: string;
  roleName: string;
  packages: readonly string[];
  publishers: readonly string[];
  vendors: readonly string[];
  viewer?: Viewer | null;
  limitedTo?: ReadonlySet<Permission> | null;
  selected?: ReadonlyMap<string, Selected>;
  rights?: string;
}

/** Administrators see all packages; a publisher sees its own publishers; an agency with vendors sees only those. */
export function scopeOf(grant: Grant): Scope {
  const role = roleOf(grant.roleName);
  return {
    userId: grant.userId,
    userName: grant.userName,
    sessionId: grant.sessionId,
    role,
    roleName: grant.roleName,
    packages: role === 'admin' ? 'all' : new Set(grant.packages),
    publishers: role === 'publisher' ? new Set(grant.publishers) : 'all',
    vendors: role === 'agency' && grant.vendors.length > 0 ? new Set(grant.vendors) : 'all',
    viewer: grant.viewer ?? null,
    limitedTo: grant.limitedTo ?? null,
    selected: grant.selected ?? new Map(),
    rights: grant.rights ?? '',
  } as Scope;
}

/** For work the server does on its own behalf (sweep, demo, CLI as operator). */
export const systemScope = (): Scope =>
  scopeOf({ ...SYSTEM, sessionId: '', packages: [], publishers: [], vendors: [] });

export const may = (scope: Scope, permission: Permission): boolean =>
  roleMay(scope.roleName, permission) && (scope.limitedTo === null || scope.limitedTo.has(permission));

/** What the door of an endpoint asks, asked once more where the data lie: a handler that forgets it changes nothing. */
export function requireMay(scope: Scope, permission: Permission): void {
  if (!may(scope, permission)) throw appError('forbidden');
}

export function requirePackage(scope: Scope, name: string): string {
  if (scope.packages !== 'all' && !scope.packages.has(name))
    throw appError('foreign_package', { field: 'package_name' });
  return name;
}

/**
 * Whether any of `pages` is selected for the caller: for the package, or for one of its packages when none is named.
 */
export function maySeePage(scope: Scope, packageName: string | undefined, pages: readonly string[]): boolean {
  if (scope.packages === 'all') return true;
  const shows = (name: string): boolean => {
    const selected = scope.selected.get(name)?.pages ?? null;
    return selected === null || pages.some((id) => selected.has(id));
  };
  return packageName === undefined ? scope.packages.size === 0 || [...scope.packages].some(shows) : shows(packageName);
}

/**
 * The scope of a call that belongs to some pages: without the packages in whose menu the caller has none of them. What
 * is found by its number, and lists over all packages, end there as well.
 */
export function ofPages(scope: Scope, pages: readonly string[]): Scope {
  if (scope.packages === 'all') return scope;
  const packages = [...scope.packages].filter((name) => maySeePage(scope, name, pages));
  return { ...scope, packages: new Set(packages) };
}

/** Refuses the data of pages that were left out of the caller's menu. */
export function requirePage(scope: Scope, packageName: string | undefined, pages: readonly string[]): void {
  if (!maySeePage(scope, packageName, pages)) throw appError('forbidden');
}

/** Whether a filter is offered to the caller for a package. */
export const maySeeFilter = (scope: Scope, packageName: string, filter: string): boolean =>
  scope.packages === 'all' || (scope.selected.get(packageName)?.filters?.has(filter) ?? true);

/**
 * `requested ∩ allowed`: `all`, '' and an empty list mean everything allowed; anything foreign that is named is
 * refused. Returns `'all'` only when the scope itself is unrestricted and nothing was named.
 */
function narrow(
  allowed: Allowed,
  requested: readonly string[],
  code: 'foreign_publisher' | 'forbidden',
  field: string,
): Allowed {
  const named = requested.filter((value) => value !== '' && value !== 'all');
  if (named.length === 0 || requested.includes('all')) return allowed;
  if (allowed !== 'all' && named.some((value) => !allowed.has(value))) throw appError(code, { field });
  return new Set(named);
}

export const allowedPublishers = (scope: Scope, requested: readonly string[]): Allowed =>
  narrow(scope.publishers, requested, 'foreign_publisher', 'publisher');

export const allowedVendors = (scope: Scope, requested: readonly string[]): Allowed =>
  narrow(scope.vendors, requested, 'forbidden', 'vendor');
