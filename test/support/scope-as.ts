import { type Grant, type Scope, scopeOf } from '#platform/server/access/scope.ts';

/** The scope of the customer `ann` with the package `shop`, or of who differs from her as said. */
export const scopeAs = (differs: Partial<Grant> = {}): Scope =>
  scopeOf({
    userId: 1,
    userName: 'ann',
    sessionId: 's',
    roleName: 'customer',
    packages: ['shop'],
    publishers: [],
    vendors: [],
    ...differs,
  });

/** What a package is made of that tests ask little of, beside its name. */
export const SHOP = {
  name: 'shop',
  title: 'Shop',
  platform: 'app',
  timeZone: 'Asia/Kolkata',
  currency: 'EUR',
  dashboardTypes: [],
} as const;
