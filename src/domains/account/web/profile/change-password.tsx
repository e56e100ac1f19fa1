import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePasswordForm, passwords } from '#domains/account/contract/passwords.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/call.ts';
import { useSchemaForm } from '#platform/web/form/use-schema-form.ts';
import { currentUser } from '#platform/web/session/user.ts';
import { notify } from '#platform/web/ui/notify.ts';
import styles from './profile.module.css';

const FIELDS = [
  { name: 'old_password', autoComplete: 'current-password' },
  { name: 'new_password', autoComplete: 'new-password' },
  { name: 'confirm_password', autoComplete: 'new-password' },
] as const;

const EMPTY = { old_password: '', new_password: '', confirm_password: '' };

export function ChangePassword() {
  const { t } = useTranslation('profile');
  const form = useSchemaForm(changePasswordForm, EMPTY, 'profile');
  const [failure, setFailure] = useState<string>();
  const [done, setDone] = useState(false);
  const [busy, setBusy] = useState(false);
  const user = currentUser();

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setDone(false);
    if (busy || !form.check()) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await call(passwords.change, { body: form.values });
      form.clear();
      setDone(true);
      notify('done', t('updated'));
    } catch (error) {
      console.warn('Changing the password failed', error);
      if (!form.refuse(error)) {
        const said = error instanceof ApiError && error.status >= 400 && error.status < 500;
        setFailure(said ? t(error.message, { defaultValue: error.message }) : t('went_wrong'));
      }
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.card} noValidate aria-busy={busy} onSubmit={(event) => void send(event)}>
      <p className={styles.lead}>{t('change_lead')}</p>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {done && (
        <p className={styles.done} role="status">
          {t('updated')}
        </p>
      )}
      <input type="hidden" name="username" autoComplete="username" value={user ? user.email : ''} readOnly />
      {FIELDS.map(({ name, autoComplete }) => (
        <PasswordInput
          key={name}
          label={t(name)}
          name={name}
          autoComplete={autoComplete}
          required
          description={name === 'new_password' ? t('password_hint') : undefined}
          value={form.values[name]}
          error={form.fault(name)}
          visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
          onChange={(event) => form.set(name, event.currentTarget.value)}
          onBlur={() => form.blur(name)}
        />
      ))}
      <Button type="submit" loading={busy} mt="sm">
        {t('save')}
      </Button>
    </form>
  );
}
