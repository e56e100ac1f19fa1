import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Answer } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/api/call.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { undoToast } from '#platform/web/ui/undo-toast.tsx';
import type { Decision } from '#traffic/event/contract/event.ts';
import { type EventRow, eventsEndpoints } from '#traffic/explorer/contract/events-endpoints.ts';
import { EVENT_LISTS, refreshVerdicts } from '#traffic/judge/web/refresh-verdicts.ts';

type EventsPage = Answer<typeof eventsEndpoints.list>;

/** Writes a changed verdict into every list on screen: the row stays where the reader left it. */
function patchLists(client: QueryClient, changed: Pick<EventRow, 'row_id' | 'verdict' | 'decision' | 'reason'>): void {
  client.setQueriesData<InfiniteData<EventsPage>>({ queryKey: EVENT_LISTS }, (lists) =>
    lists?.pages
      ? {
          ...lists,
          pages: lists.pages.map((page) => ({
            ...page,
            data: page.data.map((row) => (row.row_id === changed.row_id ? { ...row, ...changed } : row)),
          })),
        }
      : lists,
  );
}

export interface Judgement {
  id: string;
  decision: Decision;
  reason: string;
  /** What the event was before, to go back to. */
  before: Decision;
}

/** Marks an event, or takes the mark back; the toast offers the way back. */
export function useJudge(packageName: string) {
  const client = useQueryClient();
  const { t } = useTranslation('events');
  const errorText = useErrorText();
  const send = async ({ id, decision, reason }: Judgement): Promise<Decision> => {
    const { data } = await call(eventsEndpoints.decide, {
      params: { id },
      body: { package_name: packageName, decision, reason },
    });
    patchLists(client, data);
    refreshVerdicts(client, 'one');
    return data.decision;
  };
  const back = (judged: Judgement): Promise<void> =>
    send({ ...judged, decision: judged.before, reason: t('undo_reason') })
      .then(() => notify('info', t('undone')))
      .catch((error: unknown) => notify('failed', errorText(error)));
  return useMutation({
    mutationFn: send,
    onSuccess: (holds, judged) => {
      // Somebody else marked it at the same moment, and later.
      if (holds !== judged.decision) return notify('failed', t('overtaken', { now: t(`marked_${holds}`) }));
      undoToast({ message: t(`marked_${judged.decision}`), undo: t('undo'), onUndo: () => void back(judged) });
    },
  });
}
