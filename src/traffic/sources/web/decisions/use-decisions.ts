import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/api/call.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { undoToast } from '#platform/web/ui/undo-toast.tsx';
import { refreshVerdicts } from '#traffic/judge/web/refresh-verdicts.ts';
import { sourceDecisionEndpoints } from '#traffic/sources/contract/decision-endpoints.ts';

export type NewDecision = CallInput<typeof sourceDecisionEndpoints.decide>['body'];

const eventsIn = (changes: readonly { events: number }[]): number =>
  changes.reduce((sum, { events }) => sum + events, 0);

/** Takes a decision back and says how many events that changed. */
export function useTakeBack() {
  const client = useQueryClient();
  const { t } = useTranslation('sources');
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (id: number) => call(sourceDecisionEndpoints.takeBack, { params: { id } }),
    onSuccess: ({ data }) => {
      refreshVerdicts(client, 'many');
      notify('info', t('taken_back', { count: eventsIn(data.changes) }));
    },
    onError: (error) => notify('failed', errorText(error)),
  });
}

/** Confirms or clears a source and says how many events that changed; Undo takes it back. */
export function useDecide() {
  const client = useQueryClient();
  const { t } = useTranslation('sources');
  const takeBack = useTakeBack();
  return useMutation({
    mutationFn: (body: NewDecision) => call(sourceDecisionEndpoints.decide, { body }),
    onSuccess: ({ data }, { state }) => {
      refreshVerdicts(client, 'many');
      undoToast({
        message: t(state, { count: eventsIn(data.changes) }),
        undo: t('undo'),
        onUndo: () => takeBack.mutate(data.id),
      });
    },
  });
}
