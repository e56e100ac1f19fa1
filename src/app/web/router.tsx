import { createBrowserRouter, type RouteObject, redirect } from 'react-router';
import { NotFound } from './not-found-route.tsx';
import { BUILT, type BuiltPage } from './pages.ts';
import { BrokenPage } from './shell/broken-page.tsx';
import { Landing } from './shell/landing.tsx';
import { Shell } from './shell/shell.tsx';

const routesOf = ({ page, load }: BuiltPage): RouteObject[] =>
  page.paths.map((path) => ({
    path,
    errorElement: <BrokenPage />,
    lazy: async () => {
      const Component = await load();
      return { element: <Component page={page} /> };
    },
  }));

/** Correct spellings lead to the odd ones that are the contract (NAV-GAP-11). */
const RESPELLED: readonly [string, string][] = [
  ['/reconciliation', '/reconcilation'],
  ['/external-embedded', '/external-embeded'],
];

const respelled = ([right, canonical]: readonly [string, string]): RouteObject => ({
  path: `${right}/*`,
  loader: ({ request }) => {
    const url = new URL(request.url);
    return redirect(url.pathname.replace(right, canonical) + url.search);
  },
});

/** Routes follow from the page registry; the shell decides which of them the signed-in person may see. */
export const createRouter = () =>
  createBrowserRouter([
    { path: '/error', element: <NotFound /> },
    { path: '/error/error-v1', element: <NotFound /> },
    { path: '/auth/login', loader: () => redirect('/') },
    ...RESPELLED.map(respelled),
    {
      path: '/',
      element: <Shell />,
      errorElement: <BrokenPage />,
      hydrateFallbackElement: <></>,
      children: [{ index: true, element: <Landing /> }, ...BUILT.flatMap(routesOf), { path: '*', element: null }],
    },
  ]);
