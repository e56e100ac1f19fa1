import { Select } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SENDERS, setUpOf } from '#traffic/collector/contract/senders.ts';
import { CodeBlock } from './code-block.tsx';
import styles from './live.module.css';

/** Senders somebody has already, and what each is set up with to send here, too. */
export function Callbacks() {
  const { t } = useTranslation('live');
  const heading = useId();
  const [id, setId] = useState<string>(SENDERS[0].id);
  const sender = SENDERS.find((each) => each.id === id) ?? SENDERS[0];
  return (
    <section className={styles.box} aria-labelledby={heading}>
      <h3 id={heading}>{t('senders')}</h3>
      <p className={styles.hint}>{t('senders_hint')}</p>
      <Select
        label={t('sender')}
        data={SENDERS.map((each) => ({ value: each.id, label: 'name' in each ? each.name : t('sender_other') }))}
        value={sender.id}
        allowDeselect={false}
        onChange={(value) => setId(value ?? id)}
        maw={360}
      />
      <p className={styles.hint} aria-live="polite">
        {t(`sender_hint_${sender.id}`)}
      </p>
      <CodeBlock text={setUpOf(sender, location.origin, t('your_key'))} copy={t('copy_set_up')} />
    </section>
  );
}
