import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { boardEndpoints, cardTitle } from '#domains/explore/contract/board-endpoints.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useErrorText } from '#platform/web/ui/error-text.ts';

interface Props {
  /** The board it comes on; undefined for a new one, which needs a name. */
  onto: string | undefined;
  title: string;
  onPut: (title: string, name: string) => Promise<void>;
  onClose: () => void;
}

/** What the card is called, and the board, where it is new. */
export function PutDialog({ onto, title: usual, onPut, onClose }: Props) {
  const { t } = useTranslation(['boards', 'ui']);
  const errorText = useErrorText();
  const [title, setTitle] = useState(usual);
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const missing = (text: string): string | undefined => (tried && text.trim() === '' ? t('boards:needed') : undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (title.trim() === '' || (onto === undefined && name.trim() === '')) return;
    setBusy(true);
    onPut(title.trim(), name.trim())
      .then(onClose)
      .catch((error: unknown) => {
        setFault(errorText(error));
        setBusy(false);
      });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={onto === undefined ? t('boards:new_title') : t('boards:put_title', { name: onto })}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="sm">
          {onto === undefined && (
            <TextInput
              label={t('boards:name')}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              maxLength={longest(boardEndpoints.create.body.shape.name)}
              error={missing(name)}
              data-autofocus
              required
            />
          )}
          <TextInput
            label={t('boards:card_title')}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            maxLength={longest(cardTitle)}
            error={missing(title)}
            {...(onto === undefined ? {} : { 'data-autofocus': true })}
            required
          />
          <p className={screen.note}>{t('boards:put_why')}</p>
          {fault && (
            <p role="alert" className={screen.fault}>
              {fault}
            </p>
          )}
        </Stack>
        <Group gap="xs" mt="lg" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('boards:put_submit')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
