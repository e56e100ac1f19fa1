import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { boardEndpoints, type ListedBoard, personEmail } from '#domains/explore/contract/board-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import screen from '#platform/web/layout/screen.module.css';
import type { RowAction } from '#platform/web/list/row-menu.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { TextDialog } from './text-dialog.tsx';
import { useBoardsChanged, useChangeBoard, useRemoveBoard } from './use-boards.ts';

/** A board as list and page have it. */
export type AnyBoard = Omit<ListedBoard, 'cards'>;

/** Only its owner changes a board, and who runs the installation. */
export const mayChange = ({ own }: AnyBoard): boolean => own || userMay('server.write');

/** What can be done with a board, and the dialogs that ask for it; `onGone` is told when it is no more to be seen here. */
export function useBoardActions(onGone?: () => void): { of: (board: AnyBoard) => RowAction[]; dialog: ReactNode } {
  const { t } = useTranslation('boards');
  const [asking, setAsking] = useState<{ what: 'rename' | 'hand_over'; board: AnyBoard }>();
  const change = useChangeBoard();
  const remove = useRemoveBoard();
  const changed = useBoardsChanged();
  const of = (board: AnyBoard): RowAction[] => [
    { label: t('rename'), onClick: () => setAsking({ what: 'rename', board }) },
    {
      label: t(board.shared ? 'unshare' : 'share'),
      onClick: () =>
        change.mutate(
          { id: board.id, version: board.version, shared: !board.shared },
          { onSuccess: () => notify('done', t(board.shared ? 'unshared' : 'shared_now', { name: board.name })) },
        ),
    },
    { label: t('hand_over'), onClick: () => setAsking({ what: 'hand_over', board }) },
    { label: t('remove'), onClick: () => remove.mutate(board, { onSuccess: () => onGone?.() }), danger: true },
  ];
  const close = (): void => setAsking(undefined);
  const rename = async ({ id, version }: AnyBoard, name: string): Promise<void> => {
    await call(boardEndpoints.change, { params: { id }, body: { version, name } });
    await changed();
  };
  const handOver = async ({ id, name }: AnyBoard, email: string): Promise<void> => {
    const { data } = await call(boardEndpoints.handOver, { params: { id }, body: { email } });
    notify('done', t('handed_over', { name, owner: data.owner }));
    onGone?.();
    await changed();
  };
  const dialog =
    asking?.what === 'rename' ? (
      <TextDialog
        title={t('rename_title')}
        label={t('name')}
        initial={asking.board.name}
        longest={longest(boardEndpoints.create.body.shape.name)}
        submit={t('rename')}
        onSubmit={(name) => rename(asking.board, name)}
        onClose={close}
      />
    ) : asking?.what === 'hand_over' ? (
      <TextDialog
        title={t('hand_over_title', { name: asking.board.name })}
        label={t('email')}
        type="email"
        longest={longest(personEmail)}
        faultOf={(email) => (personEmail.safeParse(email).success ? undefined : t('no_email'))}
        submit={t('hand_over_submit')}
        onSubmit={(email) => handOver(asking.board, email)}
        onClose={close}
      >
        <p className={screen.note}>{t('hand_over_why')}</p>
      </TextDialog>
    ) : null;
  return { of, dialog };
}
