import { PasswordInput, SegmentedControl, Select, TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAIL_LANGUAGES } from '#domains/account/contract/own-account.ts';
import { MAX_LIST, newUser, OFFERED_ROLES } from '#domains/users/contract/users.ts';
import { LOCALE_CODES, LOCALES } from '#platform/contract/locales.ts';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { isPublisher, type UserDraft } from './user-draft.ts';

interface Props {
  draft: UserDraft;
  onChange: (part: Partial<UserDraft>) => void;
  /** Words for a field at fault, once they are to be shown. */
  fault: (field: string) => string | undefined;
  adding: boolean;
}

const { name, email } = newUser.shape;
const LIMITS = { name, email, phone: newUser.shape.phone.unwrap(), password: newUser.shape.password.unwrap() };

export function UserFields({ draft, onChange, fault, adding }: Props) {
  const { t } = useTranslation('users');
  const text = (field: 'name' | 'email' | 'phone') => ({
    label: t(field),
    value: draft[field],
    error: fault(field),
    maxLength: longest(LIMITS[field]),
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [field]: event.currentTarget.value }),
  });
  const names = (field: 'fraud_type' | 'vendor' | 'publisher') => ({
    label: t(field),
    description: t(`${field}_hint`),
    value: draft[field],
    error: fault(field),
    maxTags: MAX_LIST,
    splitChars: [','],
    acceptValueOnBlur: true,
    onChange: (value: string[]) => onChange({ [field]: value }),
  });
  return (
    <>
      <FieldPair>
        <TextInput {...text('name')} readOnly={!adding} required={adding} autoComplete="off" />
        <TextInput {...text('email')} readOnly={!adding} required={adding} type="email" autoComplete="off" />
      </FieldPair>
      <FieldPair>
        <RoleField draft={draft} onChange={onChange} fault={fault} />
        <TextInput {...text('phone')} description={t('phone_hint')} type="tel" autoComplete="off" />
      </FieldPair>
      {isPublisher(draft) && <TagsInput {...names('publisher')} />}
      <TagsInput {...names('vendor')} />
      <TagsInput {...names('fraud_type')} />
      {adding && <FirstPassword draft={draft} onChange={onChange} fault={fault} />}
    </>
  );
}

const isOffered = (role: string): role is (typeof OFFERED_ROLES)[number] =>
  OFFERED_ROLES.some((offered) => offered === role);

/** One of five, with what it may do. A person whom a call gave another name keeps it until one of them is chosen. */
function RoleField({ draft: { role }, onChange, fault }: Omit<Props, 'adding'>) {
  const { t } = useTranslation('users');
  const names = isOffered(role) || role === '' ? OFFERED_ROLES : [...OFFERED_ROLES, role];
  return (
    <Select
      label={t('role')}
      description={t(`role_means_${isOffered(role) ? role : 'other'}`)}
      data={names.map((value) => ({ value, label: isOffered(value) ? t(`role_${value}`) : value }))}
      value={role}
      error={fault('role')}
      required
      allowDeselect={false}
      onChange={(chosen) => onChange({ role: chosen ?? role })}
    />
  );
}

/** By mail nobody but the person ever knows the password. */
function FirstPassword({ draft, onChange, fault }: Omit<Props, 'adding'>) {
  const { t } = useTranslation('users');
  return (
    <>
      <SegmentedControl
        aria-label={t('access')}
        value={draft.access}
        onChange={(access) => onChange({ access: access === 'password' ? 'password' : 'invite' })}
        data={[
          { value: 'invite', label: t('access_invite') },
          { value: 'password', label: t('access_password') },
        ]}
      />
      {draft.access === 'invite' ? (
        <Select
          label={t('language')}
          description={t('language_hint')}
          data={LOCALE_CODES.map((code) => ({ value: code, label: LOCALES[code] }))}
          value={draft.language}
          allowDeselect={false}
          onChange={(value) => onChange({ language: MAIL_LANGUAGES.find((each) => each === value) ?? 'en' })}
        />
      ) : (
        <PasswordInput
          label={t('password')}
          description={t('password_hint')}
          value={draft.password}
          error={fault('password')}
          maxLength={longest(LIMITS.password)}
          required
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
          onChange={(event) => onChange({ password: event.currentTarget.value })}
        />
      )}
    </>
  );
}
