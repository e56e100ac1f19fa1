import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { wantToasts } from '#platform/web/ui/toast-wish.ts';

const UNDO_MS = 8000;

interface UndoToast {
  message: string;
  /** The word on the button. */
  undo: string;
  onUndo: () => void;
}

/** Says what was done and offers to take it back for eight seconds. */
export function undoToast({ message, undo, onUndo }: UndoToast): void {
  wantToasts();
  const id = notifications.show({
    color: 'clean',
    autoClose: UNDO_MS,
    role: 'status',
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('ui:close') },
    message: (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="subtle"
          flex="none"
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          {undo}
        </Button>
      </Group>
    ),
  });
}
