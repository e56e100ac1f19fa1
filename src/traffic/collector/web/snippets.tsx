import { Tabs } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from './code-block.tsx';
import styles from './live.module.css';

const WAYS = [
  { way: 'tag', note: 'note_tag' },
  { way: 'pixel', note: 'note_pixel' },
  { way: 'curl', note: 'note_server' },
  { way: 'node', note: 'note_server' },
] as const;

const snippet = (way: (typeof WAYS)[number]['way'], origin: string, key: string): string =>
  ({
    tag: `<script async src="${origin}/tag.js" data-key="${key}"></script>

<a href="/buy" data-adsieve="click" data-adsieve-campaign="Spring">…</a>
<script>
  window.adsieve = window.adsieve || function () { (adsieve.q = adsieve.q || []).push(arguments); };
  adsieve('event', 'signup', { revenue: 9.9, currency: 'EUR' });
  // With data-consent="wait" nothing is sent before this is answered:
  adsieve('consent', true);
</script>`,
    pixel: `<img src="${origin}/t.gif?key=${key}&kind=impression&campaign=Spring" width="1" height="1" alt="">`,
    curl: `curl ${origin}/api/ingest/click \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '[{"event_id": "click-1", "publisher": "Example", "click_id": "1",
       "ip": "203.0.113.7", "user_agent": "Mozilla/5.0 …"}]'`,
    node: `// clients/node/adsieve.ts: one file without dependencies
import { Adsieve } from './adsieve.ts';

const adsieve = new Adsieve({ address: '${origin}', key: '${key}' });
// Stored when it resolves; sent again under the same ids when it has to.
await adsieve.send('click', events);`,
  })[way];

/** Ready to copy; the key stands for the one that was shown once. */
export function Snippets() {
  const { t } = useTranslation('live');
  const heading = useId();
  return (
    <section className={styles.box} aria-labelledby={heading}>
      <h3 id={heading}>{t('snippets')}</h3>
      <p className={styles.hint}>{t('snippets_hint')}</p>
      <Tabs defaultValue="tag" keepMounted={false}>
        <Tabs.List mb="xs" aria-label={t('snippets')}>
          {WAYS.map(({ way }) => (
            <Tabs.Tab key={way} value={way}>
              {t(`snippet_${way}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {WAYS.map(({ way, note }) => (
          <Tabs.Panel key={way} value={way}>
            <p className={styles.note}>{t(note)}</p>
            <CodeBlock text={snippet(way, location.origin, t('your_key'))} copy={t('copy_snippet')} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <p className={styles.hint}>{t('no_sdk')}</p>
    </section>
  );
}
