import { Tabs } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from './code-block.tsx';
import styles from './live.module.css';

/** A word of the text below, which calls nothing. */
const FETCH = 'fetch';

const KINDS = ['curl', 'node', 'browser'] as const;

const snippet = (kind: (typeof KINDS)[number], address: string, key: string): string =>
  ({
    curl: `curl ${address} \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '[{"event_id": "click-1", "publisher": "Example", "click_id": "1",
       "ip": "203.0.113.7", "user_agent": "Mozilla/5.0 …"}]'`,
    node: `const answer = await ${FETCH}('${address}', {
  method: 'POST',
  headers: { authorization: 'Bearer ${key}', 'content-type': 'application/json' },
  body: JSON.stringify({ events }),
});
// 202: stored. 429 and 503: send the same event_ids again after Retry-After.
if (answer.status !== 202) throw new Error(await answer.text());`,
    browser: `navigator.sendBeacon(
  '${address}?write_key=${key}',
  JSON.stringify({
    event_id: crypto.randomUUID(),
    from_request: true,
    url: location.href,
    referrer: document.referrer,
    language: navigator.language,
  }),
);`,
  })[kind];

/** Ready to copy; the key stands for the one that was shown once. */
export function Snippets() {
  const { t } = useTranslation('live');
  const heading = useId();
  const address = `${location.origin}/api/ingest/`;
  return (
    <section className={styles.box} aria-labelledby={heading}>
      <h3 id={heading}>{t('snippets')}</h3>
      <p className={styles.hint}>{t('snippets_hint')}</p>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List mb="xs" aria-label={t('snippets')}>
          {KINDS.map((kind) => (
            <Tabs.Tab key={kind} value={kind}>
              {t(`snippet_${kind}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {KINDS.map((kind) => (
          <Tabs.Panel key={kind} value={kind}>
            <CodeBlock
              text={snippet(kind, `${address}${kind === 'browser' ? 'visit' : 'click'}`, t('your_key'))}
              copy={t('copy_snippet')}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}
