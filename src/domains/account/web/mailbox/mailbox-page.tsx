import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type KeptMail, mailbox } from '#domains/account/contract/mailbox.ts';
import { bytesText } from '#platform/contract/bytes-text.ts';
import { call } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { READER_ZONE } from '#platform/web/i18n/reader-zone.ts';
import { LanguageSelect } from '#platform/web/ui/language-select.tsx';
import { Logo } from '#platform/web/ui/logo.tsx';
import styles from './mailbox.module.css';

/** For this tab only: closing it closes the mailbox. */
const KEY = 'mailbox_key';

async function keyFor(token: string): Promise<string> {
  const kept = sessionStorage.getItem(KEY);
  if (token === '') return kept ?? '';
  const { data } = await call(mailbox.open, { body: { token } });
  sessionStorage.setItem(KEY, data.key);
  return data.key;
}

/** What an installation without a mail server would have sent. */
export function MailboxPage({ token }: { token: string }) {
  const { t } = useTranslation('entry');
  const format = useFormat();
  const [mails, setMails] = useState<readonly KeptMail[]>();
  const [closed, setClosed] = useState(false);

  const read = useCallback(async (): Promise<void> => {
    try {
      const key = sessionStorage.getItem(KEY) ?? '';
      const { data } = await call(mailbox.read, { body: { key: key || '-' } });
      setMails(data);
      setClosed(false);
    } catch {
      setClosed(true);
    }
  }, []);

  useEffect(() => {
    document.title = `${t('mailbox_title')} · Adsieve`;
    keyFor(token)
      .catch(() => undefined)
      .then(read);
  }, [token, read, t]);

  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <Logo size={26} />
        <h1>{t('mailbox_title')}</h1>
        <button type="button" className={styles.action} onClick={() => void read()}>
          {t('mailbox_refresh')}
        </button>
        <label htmlFor="language">
          <span className="visually-hidden">{t('language')}</span>
          <LanguageSelect id="language" />
        </label>
      </header>
      <p className={styles.lead}>{t('mailbox_lead')}</p>
      {closed && <p role="alert">{t('mailbox_closed')}</p>}
      {!closed && mails?.length === 0 && <p role="status">{t('mailbox_empty')}</p>}
      {!closed &&
        mails?.map(({ id, to, subject, text, sent_at, files }) => (
          <article key={id} className={styles.mail} aria-label={subject}>
            <h2>{subject}</h2>
            <p className={styles.meta}>
              {to} · {format.dateTime(sent_at, READER_ZONE)}
            </p>
            <pre>{text}</pre>
            {files.map((file, place) => (
              <Attached key={file.name} id={id} place={place} file={file} onClosed={() => setClosed(true)} />
            ))}
          </article>
        ))}
    </main>
  );
}

interface AttachedProps {
  id: string;
  place: number;
  file: KeptMail['files'][number];
  onClosed: () => void;
}

/** A file that would have been sent along. */
function Attached({ id, place, file: { name, bytes }, onClosed }: AttachedProps) {
  const { t, i18n } = useTranslation('entry');
  if (bytes === null) return <p className={styles.meta}>{t('mailbox_file_gone', { name })}</p>;
  const save = (): void => {
    const key = sessionStorage.getItem(KEY) ?? '-';
    download(mailbox.file, { body: { key, id, file: place } }).catch(onClosed);
  };
  return (
    <p className={styles.file}>
      <span>
        {name} · {bytesText(i18n.language, bytes)}
      </span>
      <button type="button" className={styles.action} onClick={save} aria-label={t('mailbox_save_of', { name })}>
        {t('mailbox_save')}
      </button>
    </p>
  );
}
