import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownAccount, type TwoFactorMethod } from '#domains/account/contract/own-account.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';

/** What the password is asked for. */
export type Task = 'begin' | 'off' | 'codes';
type Step =
  | { kind: 'rest' }
  | { kind: 'password'; task: Task }
  | { kind: 'code'; secret: string; uri: string }
  | { kind: 'codes'; codes: readonly string[] };

const REST: Step = { kind: 'rest' };

/** Setting the second factor up and taking it off, step by step; a step that fails stays and says why. */
export function useTwoFactor() {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [method, setMethod] = useState<TwoFactorMethod>('app');
  const [step, setStep] = useState<Step>(REST);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  const attempt = async (work: () => Promise<Step>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      setStep(await work());
      await client.invalidateQueries({ queryKey: query(ownAccount.profile, {}).queryKey });
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  const tasks: Record<Task, (password: string) => Promise<Step>> = {
    begin: async (password) => {
      const { data } = await call(ownAccount.beginTwoFactor, { body: { method, password } });
      return { kind: 'code', ...data };
    },
    codes: async (password) => {
      const { data } = await call(ownAccount.newRecoveryCodes, { body: { password } });
      return { kind: 'codes', codes: data.recovery_codes };
    },
    off: async (password) => {
      await call(ownAccount.endTwoFactor, { body: { password } });
      notify('done', t('updated'));
      return REST;
    },
  };

  return {
    method,
    setMethod,
    step,
    failure,
    busy,
    askPassword: (task: Task) => setStep({ kind: 'password', task }),
    givePassword: (task: Task, password: string) => attempt(() => tasks[task](password)),
    confirm: (otp: string) =>
      attempt(async () => {
        const { data } = await call(ownAccount.confirmTwoFactor, { body: { method, otp } });
        notify('done', t('updated'));
        return { kind: 'codes', codes: data.recovery_codes };
      }),
    rest: (): void => {
      setStep(REST);
      setFailure(undefined);
    },
  };
}
