import type { PackagePageId } from '#domains/packages/contract/pages.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

export const PACKAGE_PAGE_COMPONENTS: PageComponents<PackagePageId> = {
  packages: () => import('./manage/packages-page.tsx').then((m) => m.PackagesPage),
  'package-add': () => import('./manage/package-form-page.tsx').then((m) => m.PackageAddPage),
  'package-edit': () => import('./manage/package-form-page.tsx').then((m) => m.PackageEditPage),
};
