import type { MAIL_LANGUAGES } from '#domains/account/contract/own-account.ts';
import { newUser, type UserView, userEdit } from '#domains/users/contract/users.ts';
import { faultsOf as schemaFaults } from '#platform/web/form/use-schema-form.ts';

export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

export interface UserDraft {
  email: string;
  name: string;
  role: string;
  phone: string;
  fraud_type: string[];
  vendor: string[];
  publisher: string[];
  /** How the first password comes about. */
  access: 'invite' | 'password';
  password: string;
  language: MailLanguage;
}

export const EMPTY_USER: UserDraft = {
  email: '',
  name: '',
  role: 'customer',
  phone: '',
  fraud_type: [],
  vendor: [],
  publisher: [],
  access: 'invite',
  password: '',
  language: 'en',
};

export const draftOf = (user: UserView): UserDraft => ({ ...EMPTY_USER, ...user });

/** By the name, whatever its case (USR-GAP-04). */
export const isPublisher = ({ role }: Pick<UserDraft, 'role'>): boolean => role.toLowerCase().includes('publisher');

/** Phone and lists are sent only when filled, publishers only for publishers (USR-RULE-02, USR-RULE-03). */
export const rightsOf = (draft: UserDraft) => ({
  role: draft.role.trim(),
  ...(draft.phone.trim() ? { phone: draft.phone.trim() } : {}),
  ...(draft.fraud_type.length > 0 ? { fraud_type: draft.fraud_type.join(',') } : {}),
  ...(draft.vendor.length > 0 ? { vendor: draft.vendor } : {}),
  ...(isPublisher(draft) ? { publisher: draft.publisher } : {}),
});

export const newUserOf = (draft: UserDraft) => ({
  email: draft.email.trim(),
  name: draft.name.trim(),
  ...(draft.access === 'password' ? { password: draft.password } : { language: draft.language }),
  ...rightsOf(draft),
});

/** First fault of each field, in the words of the server's schema. */
export const faultsOf = (draft: UserDraft, adding: boolean): Readonly<Record<string, string>> =>
  adding ? schemaFaults(newUser, newUserOf(draft)) : schemaFaults(userEdit, rightsOf(draft));
