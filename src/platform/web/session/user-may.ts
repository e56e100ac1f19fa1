import { type Permission, roleMay, roleOf } from '#platform/contract/roles.ts';
import { currentUser } from '#platform/web/session/user.ts';

/** Of those who see their own publishers only: their screens say less of others, and more of what they can do. */
export function isPublisher(): boolean {
  const user = currentUser();
  return user !== false && roleOf(user.role) === 'publisher';
}

/** Whether to offer an action at all; the server decides with every call. */
export function userMay(permission: Permission): boolean {
  const user = currentUser();
  return user !== false && roleMay(user.role, permission);
}
