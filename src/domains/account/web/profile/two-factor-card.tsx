import { Button, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile, TwoFactorMethod } from '#domains/account/contract/own-account.ts';
import { QrPicture } from '#platform/web/ui/qr-picture.tsx';
import styles from './profile.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type Task, useTwoFactor } from './use-two-factor.ts';

export function TwoFactorCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const { method, setMethod, step, failure, busy, askPassword, givePassword, confirm, rest } = useTwoFactor();
  return (
    <section className={styles.card} aria-labelledby="two-factor-head">
      <h2 id="two-factor-head">{t('two_factor')}</h2>
      <p className={styles.lead}>{t(`two_factor_${profile.two_factor}`)}</p>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {step.kind === 'rest' &&
        (profile.two_factor === 'off' ? (
          <SetUp method={method} onMethod={setMethod} onSetUp={() => askPassword('begin')} />
        ) : (
          <WhenOn codesLeft={profile.recovery_codes_left} onTask={askPassword} />
        ))}
      {step.kind === 'password' && (
        <PasswordStep
          task={step.task}
          busy={busy}
          onPassword={(password) => givePassword(step.task, password)}
          onCancel={rest}
        />
      )}
      {step.kind === 'code' && (
        <CodeStep secret={step.secret} uri={step.uri} busy={busy} onCode={confirm} onCancel={rest} />
      )}
      {step.kind === 'codes' && <RecoveryCodes codes={step.codes} onDone={rest} />}
    </section>
  );
}

interface SetUpProps {
  method: TwoFactorMethod;
  onMethod: (method: TwoFactorMethod) => void;
  onSetUp: () => void;
}

function SetUp({ method, onMethod, onSetUp }: SetUpProps) {
  const { t } = useTranslation('profile');
  return (
    <div className={styles.row}>
      <SegmentedControl
        aria-label={t('two_factor_method')}
        value={method}
        onChange={(value) => onMethod(value === 'mail' ? 'mail' : 'app')}
        data={[
          { value: 'app', label: t('method_app') },
          { value: 'mail', label: t('method_mail') },
        ]}
      />
      <Button onClick={onSetUp}>{t('set_up')}</Button>
    </div>
  );
}

function WhenOn({ codesLeft, onTask }: { codesLeft: number; onTask: (task: Task) => void }) {
  const { t } = useTranslation('profile');
  return (
    <>
      <p className={styles.lead}>{t('codes_left', { count: codesLeft })}</p>
      <div className={styles.row}>
        <Button variant="default" onClick={() => onTask('codes')}>
          {t('new_codes')}
        </Button>
        <Button variant="default" color="fraud" onClick={() => onTask('off')}>
          {t('switch_off')}
        </Button>
      </div>
    </>
  );
}

interface StepFormProps {
  action: string;
  ready: boolean;
  danger?: boolean;
  busy: boolean;
  onSubmit: () => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
}

/** One question, its answer, and a way back. */
function StepForm({ action, ready, danger = false, busy, onSubmit, onCancel, children }: StepFormProps) {
  const { t } = useTranslation('profile');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void onSubmit();
  };
  return (
    <form className={styles.card} noValidate onSubmit={submit}>
      {children}
      <div className={styles.row}>
        <Button type="submit" loading={busy} disabled={!ready} {...(danger ? { color: 'fraud' } : {})}>
          {action}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

interface PasswordStepProps {
  task: Task;
  busy: boolean;
  onPassword: (password: string) => Promise<void>;
  onCancel: () => void;
}

function PasswordStep({ task, busy, onPassword, onCancel }: PasswordStepProps) {
  const { t } = useTranslation('profile');
  const [password, setPassword] = useState('');
  return (
    <StepForm
      action={t(task === 'off' ? 'switch_off' : 'go_on')}
      ready={password !== ''}
      danger={task === 'off'}
      busy={busy}
      onSubmit={() => onPassword(password)}
      onCancel={onCancel}
    >
      <PasswordInput
        label={t(`password_for_${task}`)}
        autoComplete="current-password"
        data-autofocus
        value={password}
        visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </StepForm>
  );
}

interface CodeStepProps {
  /** Both '' where the code goes by mail. */
  secret: string;
  uri: string;
  busy: boolean;
  onCode: (otp: string) => Promise<void>;
  onCancel: () => void;
}

function CodeStep({ secret, uri, busy, onCode, onCancel }: CodeStepProps) {
  const { t } = useTranslation('profile');
  const [otp, setOtp] = useState('');
  return (
    <StepForm
      action={t('switch_on')}
      ready={otp.length === 6}
      busy={busy}
      onSubmit={() => onCode(otp)}
      onCancel={onCancel}
    >
      {uri !== '' && (
        <>
          <p className={styles.lead}>{t('scan')}</p>
          <QrPicture text={uri} label={t('qr_label')} />
          <p>
            {t('by_hand')} <span className={styles.secret}>{secret}</span>
          </p>
        </>
      )}
      <TextInput
        label={t(uri === '' ? 'code_of_mail' : 'code_of_app')}
        inputMode="numeric"
        autoComplete="one-time-code"
        name="otp"
        value={otp}
        onChange={(event) => setOtp(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
      />
    </StepForm>
  );
}
