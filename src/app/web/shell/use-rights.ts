import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '#domains/account/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { onRightsChange } from '#platform/web/api/rights.ts';
import { stored } from '#platform/web/session/stored.ts';
import { notify } from '#platform/web/ui/notify.ts';

/** Asks for everything anew when what the person may see has changed; asks when the tab is looked at again. */
export function useRights(): void {
  const client = useQueryClient();
  const { t } = useTranslation('ui');
  useEffect(() => {
    const look = (): Promise<void> =>
      call(account.me, {})
        .then(({ data }) => stored.set('auth_data', data))
        .catch(() => undefined);
    const forget = onRightsChange(() => {
      notify('info', t('rights_changed'));
      void look().then(() => client.invalidateQueries());
    });
    const onShown = (): void => {
      if (document.visibilityState === 'visible') void look();
    };
    document.addEventListener('visibilitychange', onShown);
    return () => {
      forget();
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [client, t]);
}
