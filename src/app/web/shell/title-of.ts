import type { useTranslation } from 'react-i18next';
import type { Page } from '#platform/contract/page.ts';

type Words = ReturnType<typeof useTranslation<['shell', 'pages']>>['t'];

export const titleOf = (page: Page, t: Words): string => t(`pages:${page.title}`, { defaultValue: page.title });
