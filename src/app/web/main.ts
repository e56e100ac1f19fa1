import '#platform/web/theme/base-styles.ts';
import { SETUP_PAGES } from '#domains/setup/contract/pages.ts';
import { endSession, takeEndNotice } from '#platform/web/session/end-session.ts';
import { resumeSession } from '#platform/web/session/session.ts';
import { applyColorScheme, chosenColorScheme } from '#platform/web/theme/color-scheme.ts';
import { rememberAskedPath } from './asked-path.ts';
import { takeTokenFromAddress } from './token-login.ts';

const SETUP_PATH = SETUP_PAGES[0].paths[0];
const NOT_FOUND_PATHS = new Set(['/error', '/error/error-v1']);

const scheme = () => applyColorScheme(chosenColorScheme());

async function openShell(): Promise<void> {
  const { startApp } = await import('./start-app.tsx');
  await startApp(rootElement());
}

/** Signed out, every path but the public ones leads over /auth/login to the form at "/" (spec 2.1, NAV-RULE-02). */
async function openSignIn(): Promise<void> {
  if (location.pathname !== '/') {
    rememberAskedPath(location.pathname + location.search);
    history.replaceState(null, '', '/auth/login');
    history.replaceState(null, '', '/');
  }
  const { startSignIn } = await import('./start-sign-in.tsx');
  await startSignIn(rootElement(), { endedBy: takeEndNotice(), onSignedIn: openShell });
}

async function openNotFound(): Promise<void> {
  const { startNotFound } = await import('./start-sign-in.tsx');
  await startNotFound(rootElement());
}

/** Its `token` is the one-time token of the console, not a session to sign in with. */
async function openSetup(): Promise<void> {
  const signedIn = resumeSession(Date.now()) === 'alive';
  const { startSetup } = await import('./start-setup.tsx');
  await startSetup(rootElement(), { signedIn, openShell });
}

/** A fresh element each time: React owns what it has rendered into. */
function rootElement(): HTMLElement {
  const fresh = document.createElement('div');
  fresh.id = 'root';
  document.getElementById('root')?.replaceWith(fresh);
  return fresh;
}

async function boot(): Promise<void> {
  scheme();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', scheme);
  if (location.pathname === SETUP_PATH) return openSetup();
  if (await takeTokenFromAddress()) return openShell();
  const session = resumeSession(Date.now());
  if (session === 'over') return endSession('expired');
  if (session === 'alive') return openShell();
  if (NOT_FOUND_PATHS.has(location.pathname)) return openNotFound();
  return openSignIn();
}

void boot();
