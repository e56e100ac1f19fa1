import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onboarding } from '#domains/account/contract/onboarding.ts';
import { call } from '#platform/web/api/call.ts';
import { faultsOf, useSchemaForm } from '#platform/web/form/use-schema-form.ts';
import { stored } from '#platform/web/session/stored.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { CodeInput } from '../second-factor/code-input.tsx';
import secondStyles from '../second-factor/second-factor.module.css';
import { RESEND_SECONDS } from '../second-factor/second-factor.tsx';
import { useCountdown } from '../second-factor/use-countdown.ts';
import { Entrance } from '../sign-in/entrance.tsx';
import { EntranceForm } from '../sign-in/entrance-form.tsx';
import { Field } from '../sign-in/field.tsx';
import styles from './entry.module.css';
import { NEXT_SCREEN_MS } from './sign-up-page.tsx';

/** The code of the sign-up's mail. The address comes from the sign-up and cannot be changed here. */
export function VerifyPage({ onNext }: { onNext: (path: string) => void }) {
  const { t } = useTranslation('entry');
  const errorText = useErrorText();
  const [known] = useState(() => stored.text('email') || '');
  const form = useSchemaForm(onboarding.verifyEmail.body, { email: known, otp: '' }, 'entry');
  const [failure, setFailure] = useState<string>();
  const [said, setSaid] = useState<string>();
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open');
  const [seconds, restart] = useCountdown(RESEND_SECONDS, known !== '');

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state !== 'open' || !form.check()) return;
    setState('busy');
    setFailure(undefined);
    try {
      await call(onboarding.verifyEmail, { body: form.values });
      setSaid(t('otp_verified'));
      setState('done');
      setTimeout(() => onNext('/'), NEXT_SCREEN_MS);
    } catch (error) {
      setSaid(undefined);
      setFailure(errorText(error));
      form.set('otp', '');
      setState('open');
    }
  };

  const resend = async (): Promise<void> => {
    const fault = faultsOf(onboarding.verifyEmail.body, form.values)['email'];
    if (fault !== undefined) return form.blur('email');
    restart();
    setFailure(undefined);
    try {
      await call(onboarding.email, { params: { email: form.values.email } });
      setSaid(t('code_on_its_way'));
    } catch (error) {
      setFailure(errorText(error));
    }
  };

  return (
    <Entrance title={t('verify_title')} lead={t('verify_lead')}>
      {known !== '' && <p className={styles.address}>{known}</p>}
      <p className={styles.done} role="status">
        {said}
      </p>
      <EntranceForm
        failure={failure}
        busy={state !== 'open'}
        action={t('verify')}
        onSubmit={(event) => void send(event)}
      >
        {known === '' && (
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
        )}
        <Field label={t('code')} fault={form.fault('otp')}>
          {(ids) => (
            <CodeInput
              {...ids}
              value={form.values.otp}
              onChange={(otp) => form.set('otp', otp)}
              onBlur={() => form.values.otp !== '' && form.blur('otp')}
            />
          )}
        </Field>
      </EntranceForm>
      <div className={secondStyles.row}>
        <button type="button" className={secondStyles.text} disabled={seconds > 0} onClick={() => void resend()}>
          {seconds > 0 ? t('resend_in', { seconds }) : t('resend')}
        </button>
        <a href="/">{t('back_to_sign_in')}</a>
      </div>
    </Entrance>
  );
}
