import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passwords } from '#domains/account/contract/passwords.ts';
import { call } from '#platform/web/api/call.ts';
import { useSchemaForm } from '#platform/web/form/use-schema-form.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { Entrance } from '../sign-in/entrance.tsx';
import { EntranceForm } from '../sign-in/entrance-form.tsx';
import { Field } from '../sign-in/field.tsx';
import styles from './entry.module.css';

/** Asks for a link to set a new password. What it says is the same for every address. */
export function ForgotPage() {
  const { t } = useTranslation('entry');
  const errorText = useErrorText();
  const form = useSchemaForm(passwords.forgot.body, { email: '' }, 'entry');
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open');
  const [failure, setFailure] = useState<string>();

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state === 'busy' || !form.check()) return;
    setState('busy');
    setFailure(undefined);
    try {
      await call(passwords.forgot, { body: form.values });
      setState('done');
    } catch (error) {
      setFailure(errorText(error));
      setState('open');
    }
  };

  return (
    <Entrance title={t('forgot_title')} lead={t('forgot_lead')}>
      <p className={styles.done} role="status">
        {state === 'done' && t('link_on_its_way')}
      </p>
      <EntranceForm
        failure={failure}
        busy={state === 'busy'}
        action={t('send_link')}
        onSubmit={(event) => void send(event)}
      >
        <Field label={t('email')} fault={form.fault('email')}>
          {(ids) => (
            <input
              {...ids}
              type="email"
              name="email"
              autoComplete="username"
              value={form.values.email}
              onChange={(event) => form.set('email', event.target.value)}
              onBlur={() => form.values.email !== '' && form.blur('email')}
            />
          )}
        </Field>
      </EntranceForm>
      <nav className={styles.row} aria-label={t('other_ways')}>
        <a href="/">{t('back_to_sign_in')}</a>
      </nav>
    </Entrance>
  );
}
