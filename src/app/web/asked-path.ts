const KEY = 'asked_path';

/** Only a path of this site: one slash and no second, so that no link can lead outside after login (NAV-GAP-09). */
const LOCAL = /^\/(?![/\\])/;

export function rememberAskedPath(path: string): void {
  if (LOCAL.test(path) && !path.startsWith('/auth/')) sessionStorage.setItem(KEY, path);
}

/** The path somebody asked for before signing in; told once. */
export function takeAskedPath(): string | undefined {
  const path = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return path !== null && LOCAL.test(path) ? path : undefined;
}
