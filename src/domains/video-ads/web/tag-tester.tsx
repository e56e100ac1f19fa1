import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TagHop, type TagTest, tagTestEndpoints } from '#domains/video-ads/contract/setup-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import styles from './video.module.css';

/** Follows a tag of somebody else, says what is wrong with it, and plays what it ends at. */
export function TagTester({ first }: { first: string }) {
  const { t } = useTranslation('video');
  const { pkg } = useSelection();
  const errorText = useErrorText();
  const [url, setUrl] = useState(first);
  const test = useMutation({
    mutationFn: () => call(tagTestEndpoints.test, { body: { package_name: pkg.package_name, url: url.trim() } }),
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    test.mutate();
  };
  return (
    <div className={screen.form}>
      <form className={screen.form} onSubmit={send}>
        <TextInput
          label={t('tag_url')}
          description={t('tag_url_hint')}
          value={url}
          maxLength={4_000}
          error={test.error ? errorText(test.error) : undefined}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" loading={test.isPending} disabled={url.trim() === ''}>
            {t('test')}
          </Button>
        </div>
      </form>
      {test.data && <Result found={test.data.data} />}
    </div>
  );
}

function Result({ found }: { found: TagTest }) {
  const { t } = useTranslation('video');
  const faults = found.hops.reduce((n, hop) => n + hop.faults.length, 0);
  return (
    <>
      <p role="status">{t(faults === 0 ? 'tag_fine' : 'tag_faults', { count: faults })}</p>
      <ol className={styles.hops}>
        {found.hops.map((hop, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a wrapper that loops has the same address twice
          <Hop key={index} hop={hop} />
        ))}
      </ol>
      {found.player !== null ? (
        <iframe className={styles.player} src={found.player} title={t('player')} allow="fullscreen" />
      ) : (
        <p className={screen.note}>{t('nothing_to_play')}</p>
      )}
      {found.duration !== '' && <p className={screen.note}>{t('lasts', { duration: found.duration })}</p>}
    </>
  );
}

function Hop({ hop }: { hop: TagHop }) {
  const { t } = useTranslation('video');
  return (
    <li className={styles.hop}>
      <strong>{t(`found_${hop.found}`)}</strong> {[hop.version, hop.ad_system, hop.title].filter(Boolean).join(' · ')}
      <p className={screen.note}>{hop.url}</p>
      {hop.events.length > 0 && <p className={screen.note}>{t('reports', { events: hop.events.join(', ') })}</p>}
      {hop.faults.map(({ code, fault, detail }) => (
        <p key={fault} className={screen.fault}>
          {code} {t(`tag_fault_${fault}`)}
          {detail !== '' && ` (${detail})`}
        </p>
      ))}
    </li>
  );
}
