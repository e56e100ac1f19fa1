import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '#platform/contract/endpoint.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call, query } from '#platform/web/api/call.ts';
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

export type SourceQuestion = Omit<NewDecision, 'reason' | 'basis'>;

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
    mutationFn: (id: number) =>
      call(sourceDecisionEndpoints.takeBack, { params: { id }, query: { only_newest: 'true' } }),
    onSuccess: ({ data }) => {
      refreshVerdicts(client, 'many');
      notify('info', effectText('taken_back', data.changes));
    },
    onError: (error) => {
      // What stands on screen is old: what is said now has to be seen before anything is done about it.
      if (isConflict(error)) refreshVerdicts(client, 'many');
      notify('failed', errorText(error));
    },
  });
}

const isConflict = (error: Error): boolean => error instanceof ApiError && error.code === 'conflict';

/** What a decision would change, counted before it is made. */
export function usePreview({ sub_publisher, ...asked }: SourceQuestion) {
  return useQuery({
    ...query(sourceDecisionEndpoints.preview, {
      query: { ...asked, ...(sub_publisher !== null && { sub_publisher }) },
    }),
    // Another day is another question: the numbers of the last one would be taken for its answer.
    placeholderData: () => undefined,
    retry: false,
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
    // The preview is counted again with everything else on screen that was counted before the other decision.
    onError: (error) => {
      if (isConflict(error)) refreshVerdicts(client, 'many');
    },
  });
}
