import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { undoToast } from '#platform/web/ui/undo-toast.tsx';
import { refreshVerdicts } from '#traffic/judge/web/refresh-verdicts.ts';
import { sourceDecisionEndpoints } from '#traffic/sources/contract/decision-endpoints.ts';

/** A source as it is named in decisions: the whole publisher when its part is null. */
export interface SourceName {
  publisher: string;
  sub_publisher: string | null;
}

export type SourceQuestion = Omit<NewDecision, 'reason'>;

type NewDecision = CallInput<typeof sourceDecisionEndpoints.decide>['body'];

/** `Confirmed: 3,592 events have another verdict now` */
function useEffectText() {
  const { t } = useTranslation('sources');
  const format = useFormat();
  return (what: NewDecision['state'] | 'taken_back', changes: readonly { events: number }[]): string => {
    const count = changes.reduce((sum, { events }) => sum + events, 0);
    return t(what, { count, n: format.number(count) });
  };
}

/** Takes a decision back and says how many events that changed. */
export function useTakeBack() {
  const client = useQueryClient();
  const effectText = useEffectText();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (id: number) => call(sourceDecisionEndpoints.takeBack, { params: { id } }),
    onSuccess: ({ data }) => {
      refreshVerdicts(client, 'many');
      notify('info', effectText('taken_back', data.changes));
    },
    onError: (error) => notify('failed', errorText(error)),
  });
}

/** Confirms or clears a source and says how many events that changed; Undo takes it back. */
export function useDecide() {
  const client = useQueryClient();
  const { t } = useTranslation('sources');
  const effectText = useEffectText();
  const takeBack = useTakeBack();
  return useMutation({
    mutationFn: (body: NewDecision) => call(sourceDecisionEndpoints.decide, { body }),
    onSuccess: ({ data }, { state }) => {
      refreshVerdicts(client, 'many');
      undoToast({
        message: effectText(state, data.changes),
        undo: t('undo'),
        onUndo: () => takeBack.mutate(data.id),
      });
    },
  });
}
