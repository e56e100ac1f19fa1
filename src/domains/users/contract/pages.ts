import { page } from '#platform/contract/page.ts';

const common = { guard: 'menu', permission: 'user.write', historyMonths: 0 } as const;
const people = (icon: string) => ({ category: 'Administration', subCategory: 'People', icon });

/** Screens of user administration; `/user…` is the same under the older prefix (USR-GAP-01). */
export const USER_PAGES = [
  page({
    id: 'users',
    paths: ['/management/user', '/user'],
    title: 'Users',
    times: 'reader',
    menu: people('users'),
    ...common,
  }),
  page({ id: 'user-add', paths: ['/management/user/add', '/user/add'], title: 'Add user', ...common }),
  page({ id: 'user-edit', paths: ['/management/user/edit/:id', '/user/edit/:id'], title: 'Edit user', ...common }),
  page({
    id: 'mappings',
    paths: ['/management/user/mapping'],
    title: 'User-package mapping',
    menu: people('link'),
    ...common,
  }),
  page({ id: 'mapping-add', paths: ['/management/user/mapping/add'], title: 'Add mapping', ...common }),
  page({ id: 'mapping-edit', paths: ['/management/user/mapping/edit/:id'], title: 'Edit mapping', ...common }),
  page({
    id: 'menu-catalogue',
    paths: ['/management/user/menu'],
    title: 'Menu catalogue',
    menu: people('list-tree'),
    ...common,
  }),
] as const;

export type UserPageId = (typeof USER_PAGES)[number]['id'];
