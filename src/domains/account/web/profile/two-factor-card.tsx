import { Button, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownAccount, type Profile, type TwoFactorMethod } from '#domains/account/contract/own-account.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import styles from './profile.module.css';
import { QrPicture } from './qr-picture.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** What the password is asked for. */
type Task = 'begin' | 'off' | 'codes';
type Step =
  | { kind: 'rest' }
  | { kind: 'password'; task: Task }
  | { kind: 'code'; secret: string; uri: string }
  | { kind: 'codes'; codes: readonly string[] };

export function TwoFactorCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [method, setMethod] = useState<TwoFactorMethod>('app');
  const [step, setStep] = useState<Step>({ kind: 'rest' });
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const on = profile.two_factor !== 'off';

  const attempt = async (work: () => Promise<Step>): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      setStep(await work());
      setPassword('');
      setOtp('');
      await client.invalidateQueries({ queryKey: query(ownAccount.profile, {}).queryKey });
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  const withPassword = (task: Task) => async (): Promise<Step> => {
    if (task === 'begin') {
      const { data } = await call(ownAccount.beginTwoFactor, { body: { method, password } });
      return { kind: 'code', ...data };
    }
    if (task === 'codes') {
      const { data } = await call(ownAccount.newRecoveryCodes, { body: { password } });
      return { kind: 'codes', codes: data.recovery_codes };
    }
    await call(ownAccount.endTwoFactor, { body: { password } });
    notify('done', t('updated'));
    return { kind: 'rest' };
  };

  const confirm = async (): Promise<Step> => {
    const { data } = await call(ownAccount.confirmTwoFactor, { body: { method, otp } });
    notify('done', t('updated'));
    return { kind: 'codes', codes: data.recovery_codes };
  };

  const submit = (work: () => Promise<Step>) => (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void attempt(work);
  };
  const cancel = (): void => {
    setStep({ kind: 'rest' });
    setFailure(undefined);
    setPassword('');
    setOtp('');
  };

  return (
    <section className={styles.card} aria-labelledby="two-factor-head">
      <h2 id="two-factor-head">{t('two_factor')}</h2>
      <p className={styles.lead}>{t(`two_factor_${profile.two_factor}`)}</p>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {step.kind === 'rest' && !on && (
        <div className={styles.row}>
          <SegmentedControl
            aria-label={t('two_factor_method')}
            value={method}
            onChange={(value) => setMethod(value === 'mail' ? 'mail' : 'app')}
            data={[
              { value: 'app', label: t('method_app') },
              { value: 'mail', label: t('method_mail') },
            ]}
          />
          <Button onClick={() => setStep({ kind: 'password', task: 'begin' })}>{t('set_up')}</Button>
        </div>
      )}
      {step.kind === 'rest' && on && (
        <>
          <p className={styles.lead}>{t('codes_left', { count: profile.recovery_codes_left })}</p>
          <div className={styles.row}>
            <Button variant="default" onClick={() => setStep({ kind: 'password', task: 'codes' })}>
              {t('new_codes')}
            </Button>
            <Button variant="default" color="fraud" onClick={() => setStep({ kind: 'password', task: 'off' })}>
              {t('switch_off')}
            </Button>
          </div>
        </>
      )}
      {step.kind === 'password' && (
        <form className={styles.card} noValidate onSubmit={submit(withPassword(step.task))}>
          <PasswordInput
            label={t(`password_for_${step.task}`)}
            autoComplete="current-password"
            data-autofocus
            value={password}
            visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <div className={styles.row}>
            <Button type="submit" loading={busy} disabled={password === ''} color={step.task === 'off' ? 'fraud' : ''}>
              {t(step.task === 'off' ? 'switch_off' : 'go_on')}
            </Button>
            <Button variant="default" onClick={cancel}>
              {t('cancel')}
            </Button>
          </div>
        </form>
      )}
      {step.kind === 'code' && (
        <form className={styles.card} noValidate onSubmit={submit(confirm)}>
          {step.uri !== '' && (
            <>
              <p className={styles.lead}>{t('scan')}</p>
              <QrPicture text={step.uri} label={t('qr_label')} />
              <p>
                {t('by_hand')} <span className={styles.secret}>{step.secret}</span>
              </p>
            </>
          )}
          <TextInput
            label={t(step.uri === '' ? 'code_of_mail' : 'code_of_app')}
            inputMode="numeric"
            autoComplete="one-time-code"
            name="otp"
            value={otp}
            onChange={(event) => setOtp(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
          />
          <div className={styles.row}>
            <Button type="submit" loading={busy} disabled={otp.length !== 6}>
              {t('switch_on')}
            </Button>
            <Button variant="default" onClick={cancel}>
              {t('cancel')}
            </Button>
          </div>
        </form>
      )}
      {step.kind === 'codes' && <RecoveryCodes codes={step.codes} onDone={cancel} />}
    </section>
  );
}
