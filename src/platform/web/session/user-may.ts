import { type Permission, roleMay } from '#platform/contract/roles.ts';
import { currentUser } from '#platform/web/session/user.ts';

/** Whether to offer an action at all; the server decides with every call. */
export function userMay(permission: Permission): boolean {
  const user = currentUser();
  return user !== false && roleMay(user.role, permission);
}
