import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type SavedView, viewEndpoints } from '#domains/views/contract/view-endpoints.ts';
import type { CallInput } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/api/call.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { undoToast } from '#platform/web/ui/undo-toast.tsx';

/** Everything that can be done with views; whatever shows them asks again. */
function useChanged(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ['GET', viewEndpoints.list.path] });
}

export function useSaveView() {
  const { t } = useTranslation('views');
  const changed = useChanged();
  return useMutation({
    mutationFn: (body: CallInput<typeof viewEndpoints.save>['body']) => call(viewEndpoints.save, { body }),
    onSuccess: () => {
      changed();
      notify('done', t('saved'));
    },
  });
}

export function useChangeView() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number; name: string; shared: boolean }) =>
      call(viewEndpoints.change, { params: { id }, body }),
    onSuccess: changed,
  });
}

export function useRemoveView() {
  const { t } = useTranslation('views');
  const changed = useChanged();
  const errorText = useErrorText();
  const failed = (error: unknown): void => notify('failed', errorText(error));
  return useMutation({
    mutationFn: ({ id }: SavedView) => call(viewEndpoints.remove, { params: { id } }),
    onSuccess: (_, { id, name }) => {
      changed();
      undoToast({
        message: t('removed', { name }),
        undo: t('undo'),
        onUndo: () => void call(viewEndpoints.restore, { params: { id } }).then(changed).catch(failed),
      });
    },
    onError: failed,
  });
}
