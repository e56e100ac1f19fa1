import type { ComponentType } from 'react';
import type { HygienePageId } from '#domains/hygiene/contract/pages.ts';
import type { HygienePublicPageId } from '#domains/hygiene/contract/public-pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['hygiene', 'refusals'];

/** `Scan` is the search for videos, in the tab of keywords. */
export const hygienePages = (Scan: ComponentType): PageComponents<HygienePageId> => ({
  'brand-hygiene': async () => (await withTexts(import('./brand-hygiene-page.tsx'), TEXTS)).hygienePageWith(Scan),
  'adao-video': async () => (await withTexts(import('./adao/adao-page.tsx'), TEXTS)).AdaoVideoPage,
  'adao-configuration': async () => (await withTexts(import('./adao/configuration-page.tsx'), TEXTS)).ConfigurationPage,
});

/** Also without the shell, by `start-tools.tsx`. */
export const HYGIENE_PUBLIC_PAGE_COMPONENTS: PageComponents<HygienePublicPageId> = {
  'brand-hygen': async () => (await withTexts(import('./public-page.tsx'), TEXTS)).PublicHygienePage,
  'adao-processing': async () => (await withTexts(import('./adao/adao-public-page.tsx'), TEXTS)).AdaoPublicPage,
};
