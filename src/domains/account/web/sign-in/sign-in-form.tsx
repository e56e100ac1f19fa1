import { type FormEvent, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account, type SignInAnswer } from '#domains/account/contract/endpoints.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/call.ts';
import { useSchemaForm } from '#platform/web/form/use-schema-form.ts';
import { stored } from '#platform/web/session/stored.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { EntranceForm } from './entrance-form.tsx';
import { Field, SecretInput } from './field.tsx';
import { HumanCheck } from './human-check.tsx';
import styles from './sign-in.module.css';

/** Spec AUTH-STATE-01: the call leaves one second after the click. */
export const SUBMIT_DELAY_MS = 1000;

interface Props {
  /** The password was right; a session or a second factor comes next. */
  onAnswer: (answer: SignInAnswer) => Promise<void>;
}

export function SignInForm({ onAnswer }: Props) {
  const { t } = useTranslation('signin');
  const errorText = useErrorText();
  const form = useSchemaForm(account.login.body, { email: '', password: '' }, 'signin');
  const [asked, setAsked] = useState(false);
  const [human, setHuman] = useState('');
  const [checks, setChecks] = useState(0);
  const [failure, setFailure] = useState<string>();
  const [unverified, setUnverified] = useState(false);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const onHuman = useCallback((given: string) => setHuman(given), []);
  const { email, password } = form.values;

  const send = async (): Promise<void> => {
    try {
      const answer = await call(account.login, { body: { email, password, turnstile_token: human } });
      if (!answer.token) throw new Error(answer.message || t('login_incorrect'));
      await onAnswer(answer);
    } catch (error) {
      console.warn('Sign-in failed', error);
      setFailure(error instanceof ApiError ? errorText(error) : t('login_incorrect'));
      const verifyFirst = error instanceof ApiError && error.code === 'unverified';
      if (verifyFirst) stored.set('email', email);
      setUnverified(verifyFirst);
      // An answer works once, so the next try needs a new one.
      setChecks((n) => n + 1);
      setAsked(false);
      setBusy(false);
      sending.current = false;
    }
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (!form.check() || sending.current || human === '') return;
    sending.current = true;
    setFailure(undefined);
    setUnverified(false);
    setBusy(true);
    setTimeout(() => void send(), SUBMIT_DELAY_MS);
  };

  return (
    <EntranceForm
      failure={failure}
      more={unverified && <a href="/verify-otp">{t('verify_now')}</a>}
      busy={busy}
      action={t(busy ? 'signing_in' : 'sign_in')}
      onSubmit={submit}
    >
      <Field label={t('email')} fault={form.fault('email')}>
        {(ids) => (
          <input
            {...ids}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            value={email}
            onChange={(event) => form.set('email', event.target.value)}
            onBlur={() => email !== '' && form.blur('email')}
          />
        )}
      </Field>
      <Field label={t('password')} fault={form.fault('password')}>
        {(ids) => (
          <SecretInput
            {...ids}
            name="password"
            autoComplete="current-password"
            value={password}
            showLabel={t('show_password')}
            onChange={(event) => form.set('password', event.target.value)}
            onBlur={() => password !== '' && form.blur('password')}
          />
        )}
      </Field>
      <HumanCheck key={checks} onAnswer={onHuman} />
      <p className={styles.fault} role="alert">
        {asked && human === '' && t('check_required')}
      </p>
    </EntranceForm>
  );
}
