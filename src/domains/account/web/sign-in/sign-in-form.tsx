import { type FormEvent, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '#domains/account/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { saveSession } from '#platform/web/session/session.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { EntranceForm } from './entrance-form.tsx';
import { Field, SecretInput } from './field.tsx';
import { HumanCheck } from './human-check.tsx';
import styles from './sign-in.module.css';
import { emailFault, passwordFault } from './validate-login.ts';

/** Spec AUTH-STATE-01: the call leaves one second after the click. */
export const SUBMIT_DELAY_MS = 1000;

interface Props {
  onSignedIn: () => Promise<void>;
}

export function SignInForm({ onSignedIn }: Props) {
  const { t } = useTranslation('signin');
  const errorText = useErrorText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [touched, setTouched] = useState({ email: false, password: false, check: false });
  const [answer, setAnswer] = useState('');
  const [checks, setChecks] = useState(0);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const faults = { email: emailFault(email), password: passwordFault(password) };
  const onAnswer = useCallback((given: string) => setAnswer(given), []);

  const send = async (): Promise<void> => {
    try {
      const login = await call(account.login, { body: { email, password, turnstile_token: answer } });
      if (!login.token) throw new Error(login.message || t('login_incorrect'));
      saveSession(login.token, login.user);
      await onSignedIn();
    } catch (error) {
      console.warn('Sign-in failed', error);
      setFailure(error instanceof Error && error.name !== 'ApiError' ? t('login_incorrect') : errorText(error));
      // An answer works once, so the next try needs a new one.
      setChecks((n) => n + 1);
      setTouched((was) => ({ ...was, check: false }));
      setBusy(false);
      sending.current = false;
    }
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTouched({ email: true, password: true, check: true });
    if (sending.current || faults.email || faults.password || answer === '') return;
    sending.current = true;
    setFailure(undefined);
    setBusy(true);
    setTimeout(() => void send(), SUBMIT_DELAY_MS);
  };

  return (
    <EntranceForm failure={failure} busy={busy} action={t(busy ? 'signing_in' : 'sign_in')} onSubmit={submit}>
      <Field label={t('email')} fault={touched.email && faults.email ? t(faults.email) : undefined}>
        {(ids) => (
          <input
            {...ids}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            onBlur={() => setTouched((was) => ({ ...was, email: was.email || email !== '' }))}
          />
        )}
      </Field>
      <Field label={t('password')} fault={touched.password && faults.password ? t(faults.password) : undefined}>
        {(ids) => (
          <SecretInput
            {...ids}
            name="password"
            autoComplete="current-password"
            value={password}
            showLabel={t('show_password')}
            onChange={(event) => setPassword(event.target.value)}
            onBlur={() => setTouched((was) => ({ ...was, password: was.password || password !== '' }))}
          />
        )}
      </Field>
      <HumanCheck key={checks} onAnswer={onAnswer} />
      <p className={styles.fault} role="alert">
        {touched.check && answer === '' && t('check_required')}
      </p>
    </EntranceForm>
  );
}
