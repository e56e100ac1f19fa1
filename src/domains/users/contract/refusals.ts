import { refusals } from '#platform/contract/message.ts';

/** What users and what they see refuse. */
export const REFUSALS = refusals({
  has_password: 'This user has a password already',
  sees_the_same: 'Another administrator sees what you see',
  no_filter: 'There is no filter {{filter}}',
  no_menu_entry: 'There is no entry {{entry}}',
  id_differs: 'Differs from the path',
  user_exists: 'A user with this e-mail exists already',
  own_role: 'Another administrator has to change your own role',
  own_account_deleted: 'Your own account cannot be deleted',
  own_account_disabled: 'Your own account cannot be disabled',
  user_disabled: 'This user is disabled',
  mapping_exists: 'This user has this package already; edit it',
  no_such_user: 'There is no such user',
  last_administrator: 'This is the last administrator',
});
