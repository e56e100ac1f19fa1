import { Button } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AccessRequest, onboarding } from '#domains/account/contract/onboarding.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import styles from './profile.module.css';

/** Who asks for a package of the person's. Nothing is drawn while nobody does. */
export function AccessRequests() {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const client = useQueryClient();
  const { data: requests } = useSuspenseQuery(query(onboarding.requests, {})).data;
  const [busy, setBusy] = useState<number>();

  const decide = async ({ id }: AccessRequest, approve: boolean): Promise<void> => {
    setBusy(id);
    try {
      await call(onboarding.decide, { params: { id }, body: { approve } });
      notify('done', t(approve ? 'approved' : 'refused'));
    } catch (error) {
      notify('failed', errorText(error));
    } finally {
      setBusy(undefined);
      await client.invalidateQueries({ queryKey: query(onboarding.requests, {}).queryKey });
    }
  };

  if (requests.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="requests-head">
      <h2 id="requests-head">{t('requests')}</h2>
      <p className={styles.lead}>{t('requests_lead')}</p>
      <ul className={styles.list}>
        {requests.map((request) => (
          <li key={request.id}>
            <span>
              {t('asks_for', { name: request.name, package: request.package_title })}
              <small>{request.email}</small>
            </span>
            <span className={styles.row}>
              <Button size="xs" loading={busy === request.id} onClick={() => void decide(request, true)}>
                {t('approve')}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={busy === request.id}
                onClick={() => void decide(request, false)}
              >
                {t('refuse')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
