import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#platform/web/ui/error-text.ts';

interface Props {
  title: string;
  label: string;
  /** What it will mean. */
  children?: ReactNode;
  initial?: string;
  longest?: number | undefined;
  type?: 'text' | 'email';
  submit: string;
  /** What is wrong with a text, before it is sent. */
  faultOf?: (text: string) => string | undefined;
  /** Rejects with what went wrong, which is said under the field. */
  onSubmit: (text: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for one text: a name, a title, an address. Mounted while it is open. */
export function TextDialog({ title, label, children, initial = '', longest, type = 'text', ...props }: Props) {
  const { t } = useTranslation(['boards', 'ui']);
  const errorText = useErrorText();
  const [typed, setTyped] = useState(initial);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = typed.trim() === '' ? t('boards:needed') : props.faultOf?.(typed.trim());
    if (wrong !== undefined) {
      setFault(wrong);
      return;
    }
    setBusy(true);
    props
      .onSubmit(typed.trim())
      .then(props.onClose)
      .catch((error: unknown) => {
        setFault(errorText(error));
        setBusy(false);
      });
  };
  return (
    <Modal opened onClose={props.onClose} title={title} closeButtonProps={{ 'aria-label': t('ui:close') }}>
      <form noValidate onSubmit={submit}>
        {children}
        <TextInput
          label={label}
          type={type}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setFault(undefined);
          }}
          {...(longest === undefined ? {} : { maxLength: longest })}
          error={fault}
          autoComplete="off"
          data-autofocus
          required
        />
        <Group gap="xs" mt="lg" justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {props.submit}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
