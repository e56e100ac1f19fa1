import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { onboarding } from '#domains/account/contract/onboarding.ts';
import { query } from '#platform/web/api/call.ts';

/** For somebody who signed up with the domain of a package that was there already. */
export function WaitingNote() {
  const { t } = useTranslation('start');
  const asked = useQuery(query(onboarding.checklist, { query: {} })).data?.data.waiting_for ?? [];
  return asked.map((name) => (
    <p key={name} role="status">
      {t('waiting', { package: name })}
    </p>
  ));
}
