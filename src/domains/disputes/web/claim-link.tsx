import { Button, Group, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DisputeView } from '#domains/disputes/contract/dispute.ts';
import { DAYS, disputeEndpoints } from '#domains/disputes/contract/dispute-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import styles from './disputes.module.css';
import { useSend } from './use-send.ts';

/** The link for a publisher without a login: shown once, made anew, taken back. */
export function ClaimLink({ view, made }: { view: DisputeView; made: string | undefined }) {
  const { t } = useTranslation('disputes');
  const [path, setPath] = useState(made);
  const [days, setDays] = useState<number>(DAYS.usual);
  const params = { id: view.id };
  const renew = useSend(
    async () => {
      const { data } = await call(disputeEndpoints.link, { params, body: { days } });
      setPath(data.link);
    },
    () => undefined,
  );
  const drop = useSend(
    () => call(disputeEndpoints.unlink, { params }),
    () => setPath(undefined),
  );
  const failure = renew.failure ?? drop.failure;
  const address = path && `${location.origin}${path}`;
  return (
    <section className={styles.link} aria-label={t('link')}>
      {address ? (
        <>
          <p>{t('link_once')}</p>
          <p className={styles.address}>
            <code>{address}</code>
            <CopyButton value={address} label={t('link_copy')} />
          </p>
        </>
      ) : (
        <p>{t(view.has_link ? 'link_is' : 'link_none')}</p>
      )}
      <Group gap="xs" align="end">
        <NumberInput
          label={t('days')}
          size="xs"
          w={110}
          min={DAYS.least}
          max={DAYS.most}
          allowDecimal={false}
          clampBehavior="strict"
          value={days}
          onChange={(value) => setDays(Number(value) || DAYS.usual)}
        />
        <Button size="xs" variant="default" loading={renew.busy} onClick={() => renew.send(undefined)}>
          {t('link_new')}
        </Button>
        {view.has_link && (
          <Button size="xs" variant="default" loading={drop.busy} onClick={() => drop.send(undefined)}>
            {t('link_drop')}
          </Button>
        )}
      </Group>
      {failure && (
        <p className={screen.fault} role="alert">
          {failure}
        </p>
      )}
    </section>
  );
}
