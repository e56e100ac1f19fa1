import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { disputeLinkEndpoints, TOKEN_HEADER } from '#domains/disputes/contract/link-endpoints.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/call.ts';
import { download, upload } from '#platform/web/api/files.ts';
import { READER_ZONE } from '#platform/web/i18n/reader-zone.ts';
import screen from '#platform/web/layout/screen.module.css';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LanguageSelect } from '#platform/web/ui/language-select.tsx';
import { Logo } from '#platform/web/ui/logo.tsx';
import { Claim } from '../claim.tsx';
import type { Ways } from '../ways.ts';
import styles from './dispute-link.module.css';

const LEAST_NAME = 2;

/** A claim for whoever has its link: no session, no shell. */
export function DisputeLinkPage({ token }: { token: string }) {
  const { t } = useTranslation('disputes');
  const [name, setName] = useState('');
  const claim = useQuery({
    queryKey: ['dispute_link', token],
    queryFn: () => call(disputeLinkEndpoints.read, { body: { token } }),
    enabled: token !== '',
    retry: false,
  });
  useEffect(() => {
    document.title = `${t('claim')} · Adsieve`;
  }, [t]);
  const view = claim.data?.data;
  const ended = token === '' || (claim.error instanceof ApiError && claim.error.status === 404);
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <Logo size={26} />
        <h1>{view && !ended ? t('claim_to', { n: view.id, name: view.publisher }) : t('claim')}</h1>
        <label htmlFor="language">
          <span className="visually-hidden">{t('language')}</span>
          <LanguageSelect id="language" />
        </label>
      </header>
      {ended && (
        <p className={styles.ended} role="alert">
          {t('link_ended')}
        </p>
      )}
      {!ended && claim.isError && <ErrorState error={claim.error} onRetry={() => void claim.refetch()} />}
      {!ended && claim.isPending && <div className={screen.waiting} aria-busy="true" />}
      {!ended && view && (
        <>
          <p className={styles.lead}>
            {t(view.may_answer ? 'link_lead' : 'link_lead_read', { package: view.package_title })}
          </p>
          {(view.may_answer || view.undecided > 0) && (
            <TextInput
              className={styles.name}
              label={t('your_name')}
              description={t('your_name_hint')}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              maxLength={100}
              autoComplete="name"
              required
            />
          )}
          <Claim view={view} zone={READER_ZONE} ways={waysOf(token, name.trim(), t('your_name_first'))} />
        </>
      )}
    </main>
  );
}

const waysOf = (token: string, name: string, missing: string): Ways => ({
  answer: (answers) => call(disputeLinkEndpoints.answer, { body: { token, name, answers: [...answers] } }),
  attach: (line, file) =>
    upload(disputeLinkEndpoints.attach, { query: { line, name, file_name: file.name } }, file, {
      headers: { [TOKEN_HEADER]: token },
    }),
  file: (file, fileName) => download(disputeLinkEndpoints.file, { body: { token, file } }, { name: fileName }),
  archive: () => download(disputeLinkEndpoints.archive, { body: { token } }),
  missing: name.length < LEAST_NAME ? missing : undefined,
});
