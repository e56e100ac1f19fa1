import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Answer } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/api/call.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import type { Decision } from '#traffic/contract/event.ts';
import { type EventRow, eventsEndpoints } from '#traffic/contract/events-endpoints.ts';
import { undoToast } from '../undo-toast.tsx';
import { EVENTS_KEY } from './use-events.ts';

type EventsPage = Answer<typeof eventsEndpoints.list>;

const isList = (key: readonly unknown[]): boolean => key[0] === EVENTS_KEY[0] && key[1] === EVENTS_KEY[1];

/** Who is signed in changes no verdict; everything else may count the event. */
const isAboutPeople = (key: readonly unknown[]): boolean => String(key[1]).startsWith('/api/user');

/**
 * After verdicts changed: boards ask again. Lists too when many rows may have changed; after a single mark they keep
 * their rows in place (the changed one is written into them) and ask again on the next visit.
 */
export function refreshVerdicts(client: QueryClient, changed: 'one' | 'many'): void {
  const refetchType = changed === 'one' ? 'none' : 'active';
  void client.invalidateQueries({ predicate: ({ queryKey }) => isList(queryKey), refetchType });
  void client.invalidateQueries({ predicate: ({ queryKey }) => !isList(queryKey) && !isAboutPeople(queryKey) });
}

/** Writes a changed verdict into every list on screen: the row stays where the reader left it. */
function patchLists(client: QueryClient, changed: Pick<EventRow, 'row_id' | 'verdict' | 'decision' | 'reason'>): void {
  client.setQueriesData<InfiniteData<EventsPage>>({ queryKey: EVENTS_KEY }, (lists) =>
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
  const send = async ({ id, decision, reason }: Judgement): Promise<void> => {
    const { data } = await call(eventsEndpoints.decide, {
      params: { id },
      body: { package_name: packageName, decision, reason },
    });
    patchLists(client, data);
    refreshVerdicts(client, 'one');
  };
  const back = (judged: Judgement): Promise<void> =>
    send({ ...judged, decision: judged.before, reason: t('undo_reason') })
      .then(() => notify('info', t('undone')))
      .catch((error: unknown) => notify('failed', errorText(error)));
  return useMutation({
    mutationFn: send,
    onSuccess: (_, judged) =>
      undoToast({ message: t(`marked_${judged.decision}`), undo: t('undo'), onUndo: () => void back(judged) }),
  });
}
