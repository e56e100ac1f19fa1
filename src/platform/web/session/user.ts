import { stored } from './stored.ts';

/** Who is signed in, as kept under `auth_data`. Empty lists mean: not restricted by the session. */
export interface SessionUser {
  id: number;
  role: string;
  name: string;
  email: string;
  publisher: { publisher_name: string }[];
  vendor: string[];
  fraud_type: { fraud_status: string }[];
}

const isUser = (value: unknown): value is SessionUser =>
  typeof value === 'object' && value !== null && 'role' in value && 'name' in value && typeof value.name === 'string';

export function currentUser(): SessionUser | false {
  const value = stored.get('auth_data');
  return isUser(value) && value;
}
