import { readCookie, writeCookie } from '../cookie.ts';

export const COLOR_SCHEMES = ['auto', 'light', 'dark'] as const;
export type ColorScheme = (typeof COLOR_SCHEMES)[number];

const COOKIE = 'theme';

export const chosenColorScheme = (): ColorScheme => COLOR_SCHEMES.find((s) => s === readCookie(COOKIE)) ?? 'auto';

const systemIsDark = (): boolean => window.matchMedia('(prefers-color-scheme: dark)').matches;

/** Sets the attribute that tokens.css and Mantine read. Runs before the first paint. */
export function applyColorScheme(scheme: ColorScheme): void {
  const shown = scheme === 'auto' && systemIsDark() ? 'dark' : scheme;
  document.documentElement.dataset.mantineColorScheme = shown === 'dark' ? 'dark' : 'light';
}

export function chooseColorScheme(scheme: ColorScheme): void {
  writeCookie(COOKIE, scheme);
  applyColorScheme(scheme);
}
