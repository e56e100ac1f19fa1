import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account } from '#domains/account/contract/endpoints.ts';
import { ownAccount } from '#domains/account/contract/own-account.ts';
import { type UserView, users } from '#domains/users/contract/users.ts';
import { call } from '#platform/web/api/call.ts';
import { stored } from '#platform/web/session/stored.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';

export type UserAct = 'disable' | 'enable' | 'invite' | 'end_sessions' | 'two_factor' | 'delete';

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
  const act = useMutation({
    mutationFn: ({ what, user }: { what: UserAct; user: UserView }) => calls[what](user.id),
    onSuccess: ({ message }, { what }) => {
      void client.invalidateQueries();
      notify('done', what === 'delete' ? t(message, { defaultValue: message }) : t(`did_${what}`));
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
  return { act, viewAs };
}
