import { type FormEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '#domains/account/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { saveSession } from '#platform/web/session/session.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { HumanCheck } from './human-check.tsx';
import styles from './sign-in.module.css';
import { emailFault, passwordFault } from './validate-login.ts';

/** Spec AUTH-STATE-01: the call leaves one second after the click. */
export const SUBMIT_DELAY_MS = 1000;

interface FieldProps {
  label: string;
  fault: string | undefined;
  children: (ids: { id: string; 'aria-invalid': boolean; 'aria-describedby': string }) => ReactNode;
}

function Field({ label, fault, children }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': `${id}-fault` })}
      <p id={`${id}-fault`} className={styles.fault}>
        {fault}
      </p>
    </div>
  );
}

interface Props {
  onSignedIn: () => Promise<void>;
}

export function SignInForm({ onSignedIn }: Props) {
  const { t } = useTranslation('signin');
  const errorText = useErrorText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
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
    <form className={styles.form} onSubmit={submit} noValidate aria-busy={busy}>
      <p className={styles.failure} role="alert" hidden={failure === undefined}>
        {failure}
      </p>
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
          <span className={styles.secret}>
            <input
              {...ids}
              type={shown ? 'text' : 'password'}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              onBlur={() => setTouched((was) => ({ ...was, password: was.password || password !== '' }))}
            />
            <button type="button" aria-label={t('show_password')} aria-pressed={shown} onClick={() => setShown(!shown)}>
              <Eye open={shown} />
            </button>
          </span>
        )}
      </Field>
      <HumanCheck key={checks} onAnswer={onAnswer} />
      <p className={styles.fault} role="alert">
        {touched.check && answer === '' && t('check_required')}
      </p>
      <button type="submit" className={styles.submit} disabled={busy}>
        {t(busy ? 'signing_in' : 'sign_in')}
      </button>
    </form>
  );
}

/** Drawn here: the icon package would double this page. */
const Eye = ({ open }: { open: boolean }) => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="2.8" />
    {!open && <path d="m4 4 16 16" />}
  </svg>
);
