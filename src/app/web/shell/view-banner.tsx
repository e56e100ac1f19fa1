import { Button } from '@mantine/core';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '#domains/account/contract/endpoints.ts';
import { viewing } from '#domains/users/contract/viewing.ts';
import { call, query } from '#platform/web/api/call.ts';
import { viewStore } from '#platform/web/api/rights.ts';
import { stored } from '#platform/web/session/stored.ts';
import styles from './view-banner.module.css';

/** Stays in sight as long as an administrator looks at the product as somebody else. One click ends it. */
export function ViewBanner() {
  const viewing = useSyncExternalStore(viewStore.subscribe, viewStore.isViewing);
  return viewing ? <Banner /> : null;
}

function Banner() {
  const { t } = useTranslation('shell');
  const { data } = useQuery(query(viewing.viewing, {}));
  const end = async (): Promise<void> => {
    await call(viewing.viewAsEnd, {});
    stored.set('auth_data', (await call(account.me, {})).data);
    // A full load: nothing of the other view stays in memory.
    location.assign('/management/user');
  };
  const seen = data?.data;
  return (
    <div className={styles.banner} role="status">
      <IconEye size={18} aria-hidden />
      <span>{seen ? t('viewing', { name: seen.name, role: seen.role }) : ''}</span>
      <Button size="compact-sm" variant="white" onClick={() => void end()}>
        {t('viewing_end')}
      </Button>
    </div>
  );
}
