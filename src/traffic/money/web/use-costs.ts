import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/api/call.ts';
import { upload } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { undoToast } from '#platform/web/ui/undo-toast.tsx';
import { moneyEndpoints } from '#traffic/money/contract/money-endpoints.ts';

type NewPrice = CallInput<typeof moneyEndpoints.setPrice>['body'];
export type Pair = CallInput<typeof moneyEndpoints.removeRates>['query'];

/** Whatever shows money asks again. */
function useRefresh(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries();
}

/** Says what was done, with the closed months whose figures it changed, and offers to take it back. */
function useTold() {
  const { t } = useTranslation('money');
  const format = useFormat();
  return (message: string, closed: readonly string[], onUndo: () => void): void => {
    const months = format.list(closed.map((month) => format.month(month)));
    undoToast({
      message: closed.length === 0 ? message : `${message} ${t('closed_changed', { months })}`,
      undo: t('undo'),
      onUndo,
    });
  };
}

/** Runs the way back of something that was done, and says so when it fails. */
function useWayBack(): (run: () => Promise<unknown>) => () => void {
  const refresh = useRefresh();
  const errorText = useErrorText();
  return (run) => () =>
    void run()
      .then(refresh)
      .catch((error: unknown) => notify('failed', errorText(error)));
}

export function useSetPrice() {
  const { t } = useTranslation('money');
  const refresh = useRefresh();
  const told = useTold();
  const back = useWayBack();
  return useMutation({
    mutationFn: (body: NewPrice) => call(moneyEndpoints.setPrice, { body }),
    onSuccess: ({ data: { id, closed_months } }, { amount }) => {
      refresh();
      const undo = back(() => call(moneyEndpoints.removePrice, { params: { id } }));
      told(t(amount === null ? 'price_ended' : 'price_set'), closed_months, undo);
    },
  });
}

export function useRemovePrice() {
  const { t } = useTranslation('money');
  const refresh = useRefresh();
  const told = useTold();
  const back = useWayBack();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (id: number) => call(moneyEndpoints.removePrice, { params: { id } }),
    onSuccess: ({ data: { id, closed_months } }) => {
      refresh();
      told(
        t('price_removed'),
        closed_months,
        back(() => call(moneyEndpoints.restorePrice, { params: { id } })),
      );
    },
    onError: (error) => notify('failed', errorText(error)),
  });
}

export function useSetRate() {
  const { t } = useTranslation('money');
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: CallInput<typeof moneyEndpoints.setRate>['body']) => call(moneyEndpoints.setRate, { body }),
    onSuccess: () => {
      refresh();
      notify('done', t('rate_set'));
    },
  });
}

export function useUploadRates(packageName: string) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const refresh = useRefresh();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (file: File) => upload(moneyEndpoints.uploadRates, { query: { package_name: packageName } }, file),
    onSuccess: ({ data }) => {
      refresh();
      const days = { from: format.day(data.first_day), to: format.day(data.last_day) };
      const said = t('rates_read', { ...days, changed: format.number(data.changed), same: format.number(data.same) });
      const [first] = data.rejects;
      if (!first) notify('done', said);
      else notify('info', `${said} ${t('rates_rejected', { n: format.number(data.rejected), line: first.line })}`);
    },
    onError: (error) => notify('failed', errorText(error)),
  });
}

export function useRemoveRates() {
  const { t } = useTranslation('money');
  const refresh = useRefresh();
  const told = useTold();
  const back = useWayBack();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (pair: Pair) => call(moneyEndpoints.removeRates, { query: pair }),
    onSuccess: (_, pair) => {
      refresh();
      told(
        t('rates_removed', pair),
        [],
        back(() => call(moneyEndpoints.restoreRates, { body: pair })),
      );
    },
    onError: (error) => notify('failed', errorText(error)),
  });
}
