import type { UserPageId } from '#domains/users/contract/pages.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

export const USER_PAGE_COMPONENTS: PageComponents<UserPageId> = {
  users: () => import('./list/users-page.tsx').then((m) => m.UsersPage),
  'user-add': () => import('./form/user-add-page.tsx').then((m) => m.UserAddPage),
  'user-edit': () => import('./form/user-edit-page.tsx').then((m) => m.UserEditPage),
  mappings: () => import('./mapping/mappings-page.tsx').then((m) => m.MappingsPage),
  'mapping-add': () => import('./mapping/mapping-add-page.tsx').then((m) => m.MappingAddPage),
  'mapping-edit': () => import('./mapping/mapping-edit-page.tsx').then((m) => m.MappingEditPage),
  'menu-catalogue': () => import('./menu/menu-page.tsx').then((m) => m.MenuPage),
};
