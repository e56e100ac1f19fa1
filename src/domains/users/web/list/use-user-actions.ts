import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account } from '#domains/account/contract/endpoints.ts';
import { ownAccount } from '#domains/account/contract/own-account.ts';
import { type UserView, users } from '#domains/users/contract/users.ts';
import { call } from '#platform/web/api/call.ts';
import { stored } from '#platform/web/session/stored.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';

export type UserAct = 'disable' | 'enable' | 'invite' | 'end_sessions' | 'two_factor' | 'delete';

interface Wish {
  what: UserAct;
  user: UserView;
}

const calls: Record<UserAct, (id: number) => Promise<{ message: string }>> = {
  disable: (id) => call(users.disable, { params: { id } }),
  enable: (id) => call(users.enable, { params: { id } }),
  invite: (id) => call(users.invite, { params: { id } }),
  end_sessions: (id) => call(users.endSessions, { params: { id } }),
  two_factor: (id) => call(ownAccount.resetTwoFactor, { params: { id } }),
  delete: (id) => call(users.remove, { params: { id } }),
};

/** What can be done with a user from the list; every list of users is asked for again afterwards. */
export function useUserActions() {
  const client = useQueryClient();
  const { t } = useTranslation('users');
  const errorText = useErrorText();
  const run = ({ what, user }: Wish) => calls[what](user.id);
  const done = ({ message }: { message: string }, { what }: Wish): string =>
    what === 'delete' ? t(message, { defaultValue: message }) : t(`did_${what}`);
  const { ask, dialog } = useConfirmed({
    run,
    question: ({ what, user }: Wish) => ({
      title: t(`ask_${what}`, { name: user.name }),
      confirm: t(`do_${what}`),
      why: t(`why_${what}`, { email: user.email }),
    }),
    done,
  });
  const act = useMutation({
    mutationFn: run,
    onSuccess: (answer, wish) => {
      void client.invalidateQueries();
      notify('done', done(answer, wish));
    },
    onError: (error) => notify('failed', errorText(error)),
  });
  const viewAs = useMutation({
    mutationFn: async (user: UserView) => {
      await call(users.viewAs, { params: { id: user.id } });
      stored.set('auth_data', (await call(account.me, {})).data);
      // A full load: nothing of the administrator's view stays in memory.
      location.assign('/');
    },
    onError: (error) => notify('failed', errorText(error)),
  });
  return { ask, dialog, act, viewAs };
}
