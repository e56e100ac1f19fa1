import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { boardEndpoints } from '#domains/explore/contract/board-endpoints.ts';
import type { CallInput } from '#platform/contract/endpoint.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { undoToast } from '#platform/web/ui/undo-toast.tsx';

/** Boards of the package that are open to the reader. */
export function useBoards() {
  const { pkg } = useSelection();
  return useQuery(query(boardEndpoints.list, { query: { package_name: pkg.package_name } }));
}

export const useBoard = (id: number) => useQuery({ ...query(boardEndpoints.one, { params: { id } }), retry: false });

/** Whatever shows boards asks again. */
export function useBoardsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [boardEndpoints.list.path, boardEndpoints.one.path].map((path) =>
        client.invalidateQueries({ queryKey: ['GET', path] }),
      ),
    );
  };
}

type Change = { id: number } & CallInput<typeof boardEndpoints.change>['body'];

/** A change of a board; who was late sees what is there now, and is told. */
export function useChangeBoard() {
  const changed = useBoardsChanged();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: ({ id, ...body }: Change) => call(boardEndpoints.change, { params: { id }, body }),
    onSuccess: changed,
    onError: (error) => {
      void changed();
      notify('failed', errorText(error));
    },
  });
}

/** Deletes, and offers to take that back. */
export function useRemoveBoard() {
  const { t } = useTranslation('boards');
  const changed = useBoardsChanged();
  const errorText = useErrorText();
  const failed = (error: unknown): void => notify('failed', errorText(error));
  return useMutation({
    mutationFn: ({ id }: { id: number; name: string }) => call(boardEndpoints.remove, { params: { id } }),
    onSuccess: (_, { id, name }) => {
      void changed();
      undoToast({
        message: t('removed', { name }),
        undo: t('undo'),
        onUndo: () => void call(boardEndpoints.restore, { params: { id } }).then(changed).catch(failed),
      });
    },
    onError: failed,
  });
}
