import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import styles from './ui.module.css';

interface Props {
  opened: boolean;
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** Words on the button. */
  confirm: string;
  /** To be typed before it can be confirmed, where nothing brings it back. */
  typed?: string | undefined;
  danger?: boolean;
  wide?: boolean;
  blocked?: boolean;
  busy?: boolean;
  failure?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** One more than other dialogs: a drawer that is asked about stands below. */
const ABOVE = 201;

/** Asks before something that destroys. Escape and Cancel change nothing. */
export function ConfirmDialog({ opened, title, children, confirm, typed, danger = true, ...props }: Props) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState('');
  useEffect(() => {
    if (opened) setText('');
  }, [opened]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!props.blocked && (typed === undefined || text.trim() === typed)) props.onConfirm();
  };
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={title}
      zIndex={ABOVE}
      size={props.wide ? 'min(680px, 100vw)' : 'md'}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={submit}>
        {children}
        {typed !== undefined && (
          <TextInput
            mt="sm"
            label={t('type_to_confirm', { text: typed })}
            value={text}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {props.failure && (
          <p role="alert" className={styles.failure}>
            {props.failure}
          </p>
        )}
        <Group gap="xs" mt="lg" justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            loading={props.busy ?? false}
            disabled={props.blocked || (typed !== undefined && text.trim() !== typed)}
            {...(danger ? { color: 'fraud' } : {})}
          >
            {confirm}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
