import '#platform/web/no-eval.ts';
import '#platform/web/theme/base-styles.ts';
import type { SignInAnswer } from '#domains/account/contract/endpoints.ts';
import { ENTRANCE_PAGES } from '#domains/account/contract/pages.ts';
import { SETUP_PAGES } from '#domains/setup/contract/pages.ts';
import { askEarly, takeEarly } from '#platform/web/api/early.ts';
import { endSession, takeEndNotice } from '#platform/web/session/end-session.ts';
import { resumeSession } from '#platform/web/session/session.ts';
import { applyColorScheme, chosenColorScheme } from '#platform/web/theme/color-scheme.ts';
import { rememberAskedPath } from './asked-path.ts';
import { takeTokenFromAddress } from './token-login.ts';
import { isToolPath } from './tool-paths.ts';

const SETUP_PATH = SETUP_PAGES[0].paths[0];
/**
 * Menu and packages; the paths of `account.menu` and
 * `account.packages`, whose contract would bring its validator along.
 */
const SHELL_ASKS = ['/api/user/menu', '/api/user/package'] as const;
const ENTRANCE_PATHS = new Set<string>(ENTRANCE_PAGES.flatMap(({ paths }) => paths));
/** Links of a mail or of the console work whoever is signed in; the rest is for those who are not (AUTH-GAP-16). */
const FOR_ANYBODY = new Set(['/set-password', '/mailbox']);
/** The path of `embedded.ts` in the contract of analytics, which would bring its validator along. */
const EMBED_PATH = '/embedded-report';
/** The path of the page that a link to a claim leads to; its list would bring the page of the menu along. */
const DISPUTE_PATH = '/dispute';
/** The path of `frames.ts` in the contract of account tools, which would bring its validator along. */
const DEVICE_PATH = '/device-frame';
const NOT_FOUND_PATHS = new Set(['/error', '/error/error-v1']);

const scheme = () => applyColorScheme(chosenColorScheme());

/**
 * What the shell will ask for first and where its code comes from, all at once: one after the other is what takes long.
 */
async function openShell(): Promise<void> {
  document.documentElement.dataset.signedIn = '';
  for (const path of SHELL_ASKS) askEarly(path);
  void import('./warm-up.ts').then(({ warmUp }) => warmUp(location.pathname));
  const { startApp } = await import('./start-app.tsx');
  await startApp(rootElement());
}

/** Signed out, every path but the public ones leads over /auth/login to the form at "/" (spec 2.1, NAV-RULE-02). */
async function openSignIn(arrival?: SignInAnswer | 'refused'): Promise<void> {
  if (location.pathname !== '/') {
    rememberAskedPath(location.pathname + location.search);
    history.replaceState(null, '', '/auth/login');
    history.replaceState(null, '', '/');
  }
  const { startSignIn } = await import('./start-sign-in.tsx');
  await startSignIn(rootElement(), { endedBy: takeEndNotice(), arrival, onSignedIn: openShell });
}

async function openEntrance(): Promise<void> {
  const { startEntrance } = await import('./start-entrance.tsx');
  await startEntrance(rootElement(), location.pathname);
}

async function openEmbed(): Promise<void> {
  const { startEmbed } = await import('./start-embed.tsx');
  await startEmbed(rootElement());
}

async function openDispute(): Promise<void> {
  const { startDispute } = await import('./start-dispute.tsx');
  await startDispute(rootElement());
}

async function openDevice(): Promise<void> {
  const { startDevice } = await import('./start-device.tsx');
  await startDevice(rootElement());
}

async function openNotFound(): Promise<void> {
  const { startNotFound } = await import('./start-sign-in.tsx');
  await startNotFound(rootElement());
}

/** In the shell for whom the menu has it, else by itself, also for who is signed in (NAV-GAP-06). */
async function openTool(): Promise<void> {
  const session = resumeSession(Date.now());
  // Whose session is over sees the tool as anybody does.
  if (session === 'over') localStorage.clear();
  if (session === 'alive' && (await isInMenu(location.pathname))) return openShell();
  const { startTools } = await import('./start-tools.tsx');
  await startTools(rootElement(), location.pathname, session === 'alive');
}

async function isInMenu(path: string): Promise<boolean> {
  const [menu] = SHELL_ASKS;
  askEarly(menu);
  const body: unknown = await (await takeEarly(menu))?.json();
  const entries = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  return Array.isArray(entries) && entries.some((entry) => entry?.route === path);
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
  if (location.pathname === EMBED_PATH) return openEmbed();
  if (location.pathname === DISPUTE_PATH) return openDispute();
  if (isToolPath(location.pathname)) return openTool();
  if (FOR_ANYBODY.has(location.pathname)) return openEntrance();
  const arrival = await takeTokenFromAddress();
  if (arrival === 'signed_in') return openShell();
  const session = resumeSession(Date.now());
  if (session === 'over') return endSession('expired');
  if (session === 'alive' && arrival !== undefined && arrival !== 'refused') return openSignIn(arrival);
  if (session === 'alive') {
    if (location.pathname === DEVICE_PATH) return openDevice();
    if (ENTRANCE_PATHS.has(location.pathname)) history.replaceState(null, '', '/');
    return openShell();
  }
  if (NOT_FOUND_PATHS.has(location.pathname)) return openNotFound();
  if (ENTRANCE_PATHS.has(location.pathname)) return openEntrance();
  return openSignIn(arrival);
}

void boot();
