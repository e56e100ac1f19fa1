import type { useTranslation } from 'react-i18next';
import type { Page } from '#platform/contract/page.ts';

type Words = ReturnType<typeof useTranslation<['shell', 'pages']>>['t'];

/** One page has none: what it shows brings its own (LAY-UI-38). */
export const titleOf = (page: Page, t: Words): string =>
  page.title === '' ? '' : t(`pages:${page.title}`, { defaultValue: page.title });
