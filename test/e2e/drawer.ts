import type { Page } from 'playwright-core';

/** Where the lists of the drawer come from. */
export const isList = (url: URL): boolean =>
  /^\/api\/(web-bi|app)\/(click\/|event\/)?(lazy)?filters\//.test(url.pathname);

/** Addresses asked from now on. */
export function asked(page: Page, wanted: (url: URL) => boolean): URL[] {
  const seen: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (wanted(url)) seen.push(url);
  });
  return seen;
}

export async function openDrawer(page: Page, dimension: string) {
  await page.getByRole('button', { name: /^Filters/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Advance Search' });
  // With something chosen its number stands behind the name.
  await drawer.getByRole('button', { name: new RegExp(`^${dimension}\\s*\\d*$`) }).click();
  return drawer;
}
