import { Loader } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import type { Page } from '#platform/contract/page.ts';
import { useShortcut } from '#platform/web/keys/use-shortcut.ts';
import { OpenPages } from '#platform/web/layout/link.tsx';
import { atLeastOne, SelectionProvider, useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { opens, pageAt, passage } from '../guard.ts';
import { ownHome } from '../own-home.ts';
import { BUILT_PAGES } from '../pages.ts';
import { Aside } from './aside.tsx';
import { Footer } from './footer.tsx';
import { HiddenMenu } from './hidden-menu.tsx';
import { menuGroups } from './menu-groups.ts';
import { NoScreens } from './no-screens.tsx';
import { MissingNotice, RangeNotice } from './notices.tsx';
import { Onward } from './onward.tsx';
import { OtherKind } from './other-kind.tsx';
import { Overlays, useOverlays } from './overlays.tsx';
import { PackageSelect } from './package-select.tsx';
import { SessionWarning } from './session-warning.tsx';
import styles from './shell.module.css';
import { ShellBoundary } from './shell-boundary.tsx';
import { type ShellData, useShellData } from './shell-data.ts';
import { SideMenu } from './side-menu.tsx';
import { Splash } from './splash.tsx';
import { TimeLine } from './time-line.tsx';
import { titleOf } from './title-of.ts';
import { TopLine } from './top-line.tsx';
import { useForeignPackage } from './use-foreign-package.ts';
import { useProgress } from './use-progress.ts';
import { useRights } from './use-rights.ts';
import { ViewBanner } from './view-banner.tsx';

const MenuDrawer = lazy(() => import('./menu-drawer.tsx').then((m) => ({ default: m.MenuDrawer })));

const DEFAULT_HISTORY_MONTHS = 3;
/** Further down than this a new page starts at its top (LAY-CONST-03). */
const SCROLL_THRESHOLD = 300;

export function Shell() {
  return (
    <Suspense
      fallback={
        <div className={styles.waiting}>
          <Loader size="sm" aria-label="Adsieve" />
        </div>
      }
    >
      <ShellBoundary>
        <LoadedShell />
      </ShellBoundary>
    </Suspense>
  );
}

function LoadedShell() {
  const data = useShellData();
  useRights();
  useForeignPackage(data.packages);
  const { pathname } = useLocation();
  const page = pageAt(pathname, BUILT_PAGES);
  const settled = passage(pathname, BUILT_PAGES, data.routes).kind === 'open';
  // The same list with every rendering: whatever depends on the selection would follow otherwise.
  const packages = useMemo(() => atLeastOne(data.packages), [data.packages]);
  return (
    <>
      <SessionWarning />
      <ViewBanner />
      <Splash />
      {packages ? (
        <SelectionProvider
          settled={settled}
          packages={packages}
          historyMonths={page?.historyMonths || DEFAULT_HISTORY_MONTHS}
        >
          <OwnPages routes={data.routes}>
            <Frame data={data} page={page} />
          </OwnPages>
        </SelectionProvider>
      ) : (
        <main className={styles.main}>
          {page && needsNoPackage(page, data) ? <Outlet /> : <Unassigned at={pathname} />}
        </main>
      )}
    </>
  );
}

/** Links lead only where the menu of the person and of the chosen package does. */
function OwnPages({ routes, children }: { routes: readonly string[]; children: ReactNode }) {
  const { pkg } = useSelection();
  const isOpen = useMemo(() => {
    // A table has hundreds of links to a few pages, and each is held against every path there is.
    const known = new Map<string, boolean>();
    return (path: string, search: string): boolean => {
      const named = new URLSearchParams(search).get('package');
      const key = `${path} ${named ?? ''}`;
      const is = known.get(key) ?? opens(path, named, BUILT_PAGES, routes, pkg);
      known.set(key, is);
      return is;
    };
  }, [routes, pkg]);
  return <OpenPages value={isOpen}>{children}</OpenPages>;
}

/** An administrator who deleted the last package must still reach the page that makes the next one. */
const needsNoPackage = (page: Page, { routes }: ShellData): boolean =>
  page.guard === 'session' || (page.permission === 'package.write' && page.paths.some((path) => routes.includes(path)));

/** Without a single package every path leads to the notice at "/" (NAV-RULE-06). */
const Unassigned = ({ at }: { at: string }) => (at === '/' ? <NoScreens /> : <Navigate to="/" replace />);

/** Bar at the top edge while a page changes. */
function Progress({ page }: { page: string }) {
  const value = useProgress(page);
  return (
    <div
      className={styles.progress}
      data-progress={value}
      style={{ width: `${Math.min(100, value)}%` }}
      aria-hidden="true"
    />
  );
}

/** Goes by where the reader was: the new page is short while it loads, and the browser takes the old place up again. */
function useScrollToTop(path: string): void {
  const left = useRef(0);
  useEffect(() => {
    const note = () => {
      left.current = scrollY;
    };
    addEventListener('scroll', note, { passive: true });
    return () => removeEventListener('scroll', note);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useLayoutEffect(() => {
    if (left.current >= SCROLL_THRESHOLD) scrollTo(0, 0);
  }, [path]);
}

function Frame({ data, page }: { data: ShellData; page: Page | undefined }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const [drawer, setDrawer] = useState(false);
  // Once opened it stays mounted, so that closing is a movement and not a disappearance.
  const [drawerNeeded, setDrawerNeeded] = useState(false);
  if (drawer && !drawerNeeded) setDrawerNeeded(true);
  const overlays = useOverlays();
  const [hiddenMenu, setHiddenMenu] = useState(false);
  const { pkg } = useSelection();
  const [missing, setMissing] = useState<Missing>();
  const groups = useMemo(() => menuGroups(data.menu, BUILT_PAGES, pkg), [data.menu, pkg]);
  useScrollToTop(pathname);
  useShortcut('hidden_menu', () => setHiddenMenu((open) => !open));

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('skip')}
      </a>
      <Progress page={pathname} />
      <Aside>
        <PackageSelect />
        <SideMenu groups={groups} />
      </Aside>
      {drawerNeeded && (
        <Suspense>
          <MenuDrawer opened={drawer} onClose={() => setDrawer(false)} groups={groups} />
        </Suspense>
      )}
      <div className={styles.column}>
        <TopLine page={page} onMenu={() => setDrawer(true)} onSearch={overlays.find} onKeys={overlays.keys} />
        {page && <TimeLine page={page} />}
        {hiddenMenu && <HiddenMenu />}
        {page !== undefined && page.historyMonths > 0 && <RangeNotice />}
        {page && missing?.to === pathname && (
          <MissingNotice path={missing.path} shown={titleOf(page, t)} onSearch={overlays.find} />
        )}
        <main id="content" className={styles.main} tabIndex={-1}>
          <Suspense fallback={<div className={styles.waiting} />}>
            <Guarded routes={data.routes} onMissing={setMissing} />
          </Suspense>
        </main>
        <Footer />
      </div>
      <Overlays {...overlays} groups={groups} routes={data.routes} />
    </div>
  );
}

interface Missing {
  path: string;
  /** What is shown instead; elsewhere nothing is said of it any more. */
  to: string;
}

interface GuardProps {
  routes: readonly string[];
  onMissing: (missing: Missing) => void;
}

/** The menu guard, as a courtesy: rights are decided on the server with every call. */
function Guarded({ routes, onMissing }: GuardProps) {
  const { pathname } = useLocation();
  const { pkg } = useSelection();
  const way = passage(pathname, BUILT_PAGES, routes, pkg, ownHome());
  if (pathname === '/' || way.kind === 'open') return <Outlet />;
  if (way.kind === 'unfit') return <OtherKind page={way.page} />;
  return <Elsewhere to={way.to} missing={way.missing} onMissing={onMissing} />;
}

function Elsewhere({ to, missing, onMissing }: { to: string; missing: string } & Pick<GuardProps, 'onMissing'>) {
  const sticky = useStickySearch();
  useEffect(() => onMissing({ path: missing, to }), [onMissing, missing, to]);
  return <Onward to={`${to}${sticky}`} />;
}
