import { Button, Group, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import screen from '#platform/web/layout/screen.module.css';
import styles from './disputes.module.css';

interface Props {
  label: string;
  hint?: string | undefined;
  submit: string;
  most: number;
  busy: boolean;
  failure: string | undefined;
  onSend: (text: string) => void;
  onCancel: () => void;
  children?: ReactNode;
}

const LEAST = 3;

/** A few words that have to be said with a step. */
export function SaidForm({ label, hint, submit, most, busy, failure, onSend, onCancel, children }: Props) {
  const { t } = useTranslation('disputes');
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const id = useId();
  const short = text.trim().length < LEAST;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (!short && !busy) onSend(text.trim());
  };
  return (
    <form className={styles.said} onSubmit={send} noValidate>
      <Textarea
        id={id}
        label={label}
        description={hint}
        value={text}
        error={asked && short ? t('say_why') : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={most}
        autosize
        minRows={2}
        data-autofocus
        autoFocus
        required
      />
      {children}
      {failure && (
        <p className={screen.fault} role="alert">
          {failure}
        </p>
      )}
      <Group gap="xs">
        <Button type="submit" size="compact-md" loading={busy}>
          {submit}
        </Button>
        <Button size="compact-md" variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}
