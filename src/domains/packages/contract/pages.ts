import { page } from '#platform/contract/page.ts';

const common = { guard: 'menu', permission: 'package.write', historyMonths: 0 } as const;

/** Screens of package administration; `/package…` is the same under the older prefix (PKG-GAP-02). */
export const PACKAGE_PAGES = [
  page({
    id: 'packages',
    paths: ['/management/package', '/package'],
    title: 'Packages',
    times: 'reader',
    menu: { category: 'Administration', subCategory: 'Packages', icon: 'package' },
    ...common,
  }),
  page({ id: 'package-add', paths: ['/management/package/add', '/package/add'], title: 'Add package', ...common }),
  page({
    id: 'package-edit',
    paths: ['/management/package/edit/:id', '/package/edit/:id'],
    title: 'Edit package',
    ...common,
  }),
] as const;

export type PackagePageId = (typeof PACKAGE_PAGES)[number]['id'];
