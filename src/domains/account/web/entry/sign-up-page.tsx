import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstPackage, onboarding, SIGN_UP_ROLE, signUpForm } from '#domains/account/contract/onboarding.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/call.ts';
import { useSchemaForm } from '#platform/web/form/use-schema-form.ts';
import { stored } from '#platform/web/session/stored.ts';
import { Entrance } from '../sign-in/entrance.tsx';
import { EntranceForm } from '../sign-in/entrance-form.tsx';
import { Field, SecretInput } from '../sign-in/field.tsx';
import signInStyles from '../sign-in/sign-in.module.css';
import styles from './entry.module.css';
import { Toast } from './toast.tsx';

/** Spec 4.2: the success is shown this long before the next screen. */
export const NEXT_SCREEN_MS = 5000;

const FIELDS = [
  { name: 'name', type: 'text', autoComplete: 'name' },
  { name: 'email', type: 'email', autoComplete: 'username' },
  { name: 'domain_name', type: 'text', autoComplete: 'off' },
] as const;

export function SignUpPage({ onNext }: { onNext: (path: string) => void }) {
  const { t, i18n } = useTranslation('entry');
  const empty = { name: '', email: '', domain_name: '', password: '', terms: false };
  const form = useSchemaForm(signUpForm, empty, 'entry');
  const [toast, setToast] = useState<{ title: string; lines: string[] }>();
  const [failure, setFailure] = useState<string>();
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open');
  const sending = useRef(false);
  const termsId = useId();

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (sending.current) return;
    if (!form.check()) return setToast({ title: t('fix_errors'), lines: form.faults() });
    sending.current = true;
    setToast(undefined);
    setFailure(undefined);
    setState('busy');
    const { terms: _, ...values } = form.values;
    const domain = values.domain_name.trim().toLowerCase();
    // Told for the record; the server takes neither role nor package from anybody.
    const told = { role: SIGN_UP_ROLE, package_name: firstPackage(domain) };
    try {
      await call(onboarding.signUp, { body: { ...values, language: i18n.language, ...told } });
      stored.set('email', values.email);
      setState('done');
      setTimeout(() => onNext('/verify-otp'), NEXT_SCREEN_MS);
    } catch (error) {
      console.warn('Sign-up failed', error);
      sending.current = false;
      setState('open');
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        setFailure(t(error.message, { defaultValue: error.message }));
      else setToast({ title: t('went_wrong'), lines: [] });
    }
  };

  const termsFault = form.fault('terms');
  return (
    <Entrance title={t('sign_up_title')} lead={t('sign_up_lead')}>
      {toast && <Toast {...toast} onClose={() => setToast(undefined)} />}
      <p className={styles.done} role="status">
        {state === 'done' && t('user_created')}
      </p>
      <EntranceForm
        failure={undefined}
        busy={state !== 'open'}
        action={t(state === 'busy' ? 'signing_up' : 'sign_up')}
        onSubmit={(event) => void send(event)}
      >
        {FIELDS.map(({ name, type, autoComplete }) => (
          <Field key={name} label={t(name)} fault={form.fault(name)}>
            {(ids) => (
              <input
                {...ids}
                type={type}
                name={name}
                autoComplete={autoComplete}
                placeholder={name === 'domain_name' ? 'example.com' : undefined}
                value={form.values[name]}
                onChange={(event) => form.set(name, event.target.value)}
                onBlur={() => form.blur(name)}
              />
            )}
          </Field>
        ))}
        <Field label={t('password')} fault={form.fault('password')}>
          {(ids) => (
            <SecretInput
              {...ids}
              name="password"
              autoComplete="new-password"
              value={form.values.password}
              showLabel={t('show_password')}
              onChange={(event) => form.set('password', event.target.value)}
              onBlur={() => form.blur('password')}
            />
          )}
        </Field>
        <div className={styles.terms}>
          <input
            id={termsId}
            type="checkbox"
            name="terms"
            checked={form.values.terms}
            aria-invalid={termsFault !== undefined}
            aria-describedby={`${termsId}-fault`}
            onChange={(event) => form.set('terms', event.target.checked)}
          />
          <label htmlFor={termsId}>{t('accept_terms')}</label>
          <p id={`${termsId}-fault`} className={signInStyles.fault}>
            {termsFault}
          </p>
        </div>
      </EntranceForm>
      <p className={signInStyles.failure} role="alert">
        {failure}
      </p>
      <nav className={styles.row} aria-label={t('other_ways')}>
        <span>
          {t('have_account')} <a href="/">{t('sign_in')}</a>
        </span>
      </nav>
    </Entrance>
  );
}
