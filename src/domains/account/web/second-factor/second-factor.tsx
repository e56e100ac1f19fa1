import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account, type SignInAnswer } from '#domains/account/contract/endpoints.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/call.ts';
import { decodeToken } from '#platform/web/session/token.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { Entrance } from '../sign-in/entrance.tsx';
import { EntranceForm } from '../sign-in/entrance-form.tsx';
import { Field } from '../sign-in/field.tsx';
import { CODE_LENGTH, CodeInput } from './code-input.tsx';
import styles from './second-factor.module.css';
import { useCountdown } from './use-countdown.ts';

/** Spec AUTH-UI-05. */
export const RESEND_SECONDS = 60;

interface Props {
  /** Opens nothing but the one-time-code calls. */
  token: string;
  method: 'mail' | 'app';
  onAnswer: (answer: SignInAnswer) => Promise<void>;
  onBack: () => void;
}

/** The step after the password: a code by mail or from the app, or a recovery code. */
export function SecondFactor({ token, method, onAnswer, onBack }: Props) {
  const { t } = useTranslation('entry');
  const [code, setCode] = useState('');
  const [left, setLeft] = useState(false);
  const [recovery, setRecovery] = useState(false);
  const [recoveryCode, setRecoveryCode] = useState('');
  const [seconds, restart] = useCountdown(RESEND_SECONDS);
  const { said, failure, busy, ask, check } = useCalls(token, onAnswer);
  const asked = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, when the screen opens
  useEffect(() => {
    if (asked.current || method !== 'mail') return;
    asked.current = true;
    void ask();
  }, []);

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || (recovery ? recoveryCode.trim() === '' : code.length !== CODE_LENGTH)) return;
    if (await check(recovery ? { recovery: recoveryCode } : { otp: code })) return;
    setCode('');
    setLeft(false);
  };

  return (
    <Entrance title={t('second_title')} lead={t(recovery ? 'recovery_lead' : `second_lead_${method}`)}>
      <p className={styles.said} role="status">
        {said}
      </p>
      <EntranceForm
        failure={failure}
        busy={busy}
        ready={recovery || code.length === CODE_LENGTH}
        action={t('authenticate')}
        onSubmit={(event) => void send(event)}
      >
        {recovery ? (
          <Field label={t('recovery_code')} fault={undefined}>
            {(ids) => (
              <input
                {...ids}
                name="recovery"
                autoComplete="off"
                value={recoveryCode}
                onChange={(event) => setRecoveryCode(event.target.value)}
              />
            )}
          </Field>
        ) : (
          <Field label={t('code')} fault={left && code.length !== CODE_LENGTH ? t('otp_shape') : undefined}>
            {(ids) => <CodeInput {...ids} value={code} onChange={setCode} onBlur={() => setLeft(code !== '')} />}
          </Field>
        )}
      </EntranceForm>
      <div className={styles.row}>
        {method === 'mail' && !recovery && (
          <button
            type="button"
            className={styles.text}
            disabled={seconds > 0}
            onClick={() => {
              restart();
              void ask();
            }}
          >
            {seconds > 0 ? t('resend_in', { seconds }) : t('resend')}
          </button>
        )}
        <button type="button" className={styles.text} onClick={() => setRecovery(!recovery)}>
          {t(recovery ? 'use_code' : 'use_recovery')}
        </button>
        <button type="button" className={styles.text} onClick={onBack}>
          {t('back_to_sign_in')}
        </button>
      </div>
    </Entrance>
  );
}

/** What is asked of the server, and what came of it. */
function useCalls(token: string, onAnswer: Props['onAnswer']) {
  const { t } = useTranslation('entry');
  const errorText = useErrorText();
  const [said, setSaid] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const claims = decodeToken(token);
  const uid = claims && typeof claims.id === 'number' ? claims.id : 0;
  const bearer = `Bearer ${token}`;

  const ask = async (): Promise<void> => {
    setFailure(undefined);
    setSaid(undefined);
    try {
      await call(account.generateOtp, { body: { uid } }, { token: bearer });
      setSaid(t('otp_sent'));
    } catch (error) {
      // Whatever the reason, the spec has one text; a wait says how long in its own words.
      const wait = error instanceof ApiError && error.code === 'too_many_requests';
      setFailure(wait ? errorText(error) : t('otp_not_sent'));
    }
  };

  /** False when it was not right, or could not be asked. */
  const check = async (given: { otp: string } | { recovery: string }): Promise<boolean> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const answer =
        'otp' in given
          ? await call(account.validateOtp, { body: { uid, otp: given.otp } }, { token: bearer })
          : await call(account.useRecoveryCode, { body: { uid, code: given.recovery } }, { token: bearer });
      setSaid(answer.message || t('otp_verified'));
      await onAnswer(answer);
      return true;
    } catch (error) {
      setSaid(undefined);
      setFailure(error instanceof ApiError && error.code !== 'unreadable' ? errorText(error) : t('otp_failed'));
      setBusy(false);
      return false;
    }
  };
  return { said, failure, busy, ask, check };
}
