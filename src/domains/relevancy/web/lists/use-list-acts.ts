import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type EntryView, type ListView, listEndpoints } from '#domains/relevancy/contract/list-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { undoToast } from '#platform/web/ui/undo-toast.tsx';

/** An entry as it is called on the screen. */
interface Dropped {
  list: number;
  entry: EntryView;
  name: string;
}

/** What takes away, and can be taken back; whatever shows lists asks again. */
export function useListActs(): { remove: (list: ListView) => void; drop: (dropped: Dropped) => void } {
  const { t } = useTranslation('video-lists');
  const client = useQueryClient();
  const errorText = useErrorText();
  const changed = () => void client.invalidateQueries();
  const failed = (error: unknown): void => notify('failed', errorText(error));
  const undoable = (message: string, back: () => Promise<unknown>): void => {
    changed();
    undoToast({ message, undo: t('undo'), onUndo: () => void back().then(changed).catch(failed) });
  };
  const remove = useMutation({
    mutationFn: ({ id }: ListView) => call(listEndpoints.remove, { params: { id } }),
    onSuccess: (_, { id, name }) =>
      undoable(t('removed', { name }), () => call(listEndpoints.restore, { params: { id } })),
    onError: failed,
  });
  const drop = useMutation({
    mutationFn: ({ list: id, entry }: Dropped) => call(listEndpoints.drop, { params: { id, entry: entry.id } }),
    onSuccess: ({ data: { video_url, title, channel_id, owner_channel_name } }, { list: id, name }) => {
      const entries = [{ video_url, title, channel_id, owner_channel_name }];
      undoable(t('dropped', { name }), () => call(listEndpoints.add, { params: { id }, body: { entries } }));
    },
    onError: failed,
  });
  return { remove: remove.mutate, drop: drop.mutate };
}
