import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type DestinationView, deliveryEndpoints } from '#domains/verdict-deliveries/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import type { RowAction } from '#platform/web/list/row-menu.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { useAct } from '#platform/web/ui/use-act.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';

interface Opens {
  onEdit: (row: DestinationView) => void;
  onLog: (row: DestinationView) => void;
  onSecret: (secret: string) => void;
}

/** What can be done with a destination; what destroys is asked first. */
export function useActions({ onEdit, onLog, onSecret }: Opens) {
  const { t } = useTranslation('deliveries');
  const act = useAct();
  const test = useTest();
  const rotate = useConfirmed({
    run: async ({ id }: DestinationView) => {
      const answer = await call(deliveryEndpoints.rotate, { params: { id } });
      if (answer.data.secret !== null) onSecret(answer.data.secret);
      return answer;
    },
    question: ({ name }) => ({ title: t('ask_rotate', { name }), confirm: t('rotate'), why: <p>{t('why_rotate')}</p> }),
    done: () => t('rotated'),
  });
  const remove = useConfirmed({
    run: ({ id }: DestinationView) => call(deliveryEndpoints.remove, { params: { id } }),
    question: ({ name }) => ({ title: t('ask_remove', { name }), confirm: t('remove'), why: <p>{t('why_remove')}</p> }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const actionsOf = (row: DestinationView): RowAction[] => {
    const { id, stopped, dead, way } = row;
    const log = { label: t('log'), onClick: () => onLog(row) };
    if (!userMay('rules.write')) return [log];
    const running = stopped !== null;
    return [
      { label: t('edit'), onClick: () => onEdit(row) },
      log,
      {
        label: t('test'),
        onClick: () => {
          onLog(row);
          test(id);
        },
      },
      {
        label: t(running ? 'run' : 'stop'),
        onClick: () =>
          act(
            () => call(deliveryEndpoints.run, { params: { id }, body: { running } }),
            t(running ? 'runs' : 'stopped'),
          ),
      },
      ...(dead > 0
        ? [
            {
              label: t('redeliver_dead'),
              onClick: () => act(() => call(deliveryEndpoints.redeliverDead, { params: { id } }), t('redelivered')),
            },
          ]
        : []),
      ...(way.kind === 'webhook' ? [{ label: t('rotate'), onClick: () => rotate.ask(row) }] : []),
      { label: t('remove'), onClick: () => remove.ask(row), danger: true },
    ];
  };
  return {
    actionsOf,
    dialogs: (
      <>
        {rotate.dialog}
        {remove.dialog}
      </>
    ),
  };
}

/** Sends a sample and says what came back. */
function useTest() {
  const { t } = useTranslation('deliveries');
  const format = useFormat();
  const client = useQueryClient();
  const errorText = useErrorText();
  const { mutate } = useMutation({
    mutationFn: (id: number) => call(deliveryEndpoints.test, { params: { id } }),
    onSuccess: async ({ data: { state, status, error } }) => {
      if (state === 'sent') notify('done', t('test_sent', { status: format.number(status ?? 0) }));
      else notify('failed', t('test_failed', { why: error ?? '' }));
      await client.invalidateQueries();
    },
    onError: (error) => notify('failed', errorText(error)),
  });
  return mutate;
}
