import { SLICES } from '#app/contract/slices.ts';
import type { EndpointShape } from '#platform/contract/endpoint.ts';
import { roleMay } from '#platform/contract/roles.ts';
import type { Route } from '#platform/server/http/implement.ts';

/**
 * Routes of a slice, closed as its pages are: an endpoint that asks for a permission and names no pages belongs to those
 * of the slice that a menu offers. What anyone signed in may ask for is about the person, and stays open; administrators
 * have every page.
 */
export function callsOfMenu(sliceId: string, routes: readonly Route[]): readonly Route[] {
  const slice = SLICES.find(({ id }) => id === sliceId);
  const pages = (slice?.pages ?? []).filter(({ guard }) => guard === 'menu').map(({ id }) => id);
  if (slice?.callsOfAnyPage || pages.length === 0) return routes;
  return routes.map((route) =>
    route.endpoint.pages || !asksMapped(route.endpoint) ? route : { ...route, endpoint: { ...route.endpoint, pages } },
  );
}

const asksMapped = ({ access }: EndpointShape): boolean =>
  access !== 'public' &&
  access !== 'session' &&
  ['agency', 'customer', 'publisher'].some((role) => roleMay(role, access));
