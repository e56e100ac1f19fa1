import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { account } from '#domains/account/contract/endpoints.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { query } from '#platform/web/api/call.ts';
import { atLeastOne, shownPackage, useStickySearch } from '#platform/web/layout/selection.tsx';
import { stored } from '#platform/web/session/stored.ts';
import { takeAskedPath } from '../asked-path.ts';
import { landingRoute } from '../landing.ts';
import { ownHome } from '../own-home.ts';
import { BUILT_PAGES } from '../pages.ts';
import { NoScreens } from './no-screens.tsx';
import { Onward } from './onward.tsx';
import { useShellData } from './shell-data.ts';

/** Where the first page of a package is found out. */
export const firstPageOf = ({ package_name }: PackageInfo): string =>
  `/?${new URLSearchParams({ package: package_name })}`;

/** "/" for a signed-in person: on to the landing page, or a word that nothing is assigned yet. */
export function Landing() {
  const { routes, packages } = useShellData();
  const [asked] = useState(takeAskedPath);
  const [params] = useSearchParams();
  const sticky = useStickySearch();
  const own = atLeastOne(packages);
  const pkg = own && shownPackage(own, params.get('package'));
  const types = useQuery({
    ...query(account.dashboardType, { query: { package_name: pkg?.package_name ?? '' } }),
    enabled: pkg !== undefined,
  });
  const dashboardTypes = types.data?.dashboardType ?? [];
  useEffect(() => {
    if (types.data) stored.set('dash', types.data.dashboardType[0] ?? '');
  }, [types.data]);

  if (pkg && types.isPending) return null;
  // Who chooses a package asks for its boards.
  const home = params.has('package') ? undefined : ownHome();
  const kinds = params.getAll('kind');
  const to = landingRoute({ asked, dashboardTypes, menuRoutes: routes, pages: BUILT_PAGES, kinds, home, pkg });
  return to === '/' ? <NoScreens /> : <Onward to={to === asked ? to : `${to}${sticky}`} />;
}
