/** What a role may do. An endpoint's `access` names one of these permissions, or `public`, or `session`. */
export const PERMISSIONS = {
  'board.read': 'See boards of the own packages',
  'event.read': 'See single events and the reasons for their verdicts',
  'event.judge': 'Mark events as clean or fraud and white-list their origin',
  'rules.read': 'See rules with their limits and lists',
  'rules.write': 'Change rules and limits',
  'ticket.read': 'See incidents and tickets',
  'ticket.answer': 'Comment tickets and attach files to them',
  'ticket.write': 'Open, change, share and close tickets',
  'import.read': 'See imports and their rejects',
  'import.write': 'Import traffic files and undo imports',
  'money.write': 'See and set prices and exchange rates of the own packages',
  'tracking.read': 'See campaigns with own links, their publishers, cappings and landing pages',
  'tracking.write': 'Change campaigns with own links, their publishers, cappings and landing pages',
  'package.read': 'See the settings of the own packages',
  'package.write': 'Create packages and change their settings',
  'user.write': 'Create and change users and what they may see',
  'login.issue': 'Issue one-time login codes for users of the own packages',
  'server.read': 'See engines, lists, disk and jobs of this installation',
  'server.write': 'Change settings of this installation',
} as const;

export type Permission = keyof typeof PERMISSIONS;
export type Role = 'admin' | 'agency' | 'customer' | 'publisher';

const reader: Permission[] = ['board.read', 'event.read', 'ticket.read', 'ticket.answer'];
const owner: Permission[] = [
  ...reader,
  'event.judge',
  'rules.read',
  'rules.write',
  'ticket.write',
  'import.read',
  'import.write',
  'money.write',
  'tracking.read',
  'tracking.write',
  'package.read',
  // For API tokens of their packages; a person needs to be an administrator (the handler asks).
  'login.issue',
];

export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  publisher: reader,
  customer: owner,
  agency: owner,
  admin: Object.keys(PERMISSIONS) as Permission[],
};

/**
 * The rights behind a stored role name. The spec keeps role a free string: any name containing "publisher" (case
 * ignored) is a publisher, `advertiser` is treated as agency, and an unknown name gets the least rights.
 */
export function roleOf(name: string): Role {
  const lower = name.toLowerCase();
  if (lower.includes('publisher')) return 'publisher';
  if (lower === 'advertiser') return 'agency';
  if (lower === 'admin' || lower === 'agency' || lower === 'customer') return lower;
  return 'publisher';
}

export const roleMay = (roleName: string, permission: Permission): boolean =>
  ROLE_PERMISSIONS[roleOf(roleName)].includes(permission);
