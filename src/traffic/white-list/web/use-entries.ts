import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/api/call.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { undoToast } from '#platform/web/ui/undo-toast.tsx';
import { refreshVerdicts } from '#traffic/judge/web/refresh-verdicts.ts';
import { type WhiteListRow, whiteListEndpoints } from '#traffic/white-list/contract/white-list-endpoints.ts';

type AddBody = CallInput<typeof whiteListEndpoints.add>['body'];
type WithoutPackage<B> = B extends unknown ? Omit<B, 'package_name'> : never;
export type NewEntry = WithoutPackage<AddBody>;

/** Adds an entry and says how many events it made clean; Undo removes it. */
export function useAddEntry(packageName: string) {
  const client = useQueryClient();
  const { t } = useTranslation('whitelist');
  const errorText = useErrorText();
  const takeBack = (id: number): Promise<void> =>
    call(whiteListEndpoints.remove, { params: { id } })
      .then(() => {
        refreshVerdicts(client, 'many');
        notify('info', t('undone'));
      })
      .catch((error: unknown) => notify('failed', errorText(error)));
  return useMutation({
    mutationFn: (entry: NewEntry) =>
      // Spreading a union loses which member it is; the endpoint's schema checks the whole again.
      call(whiteListEndpoints.add, { body: { ...entry, package_name: packageName } as AddBody }),
    onSuccess: ({ data }) => {
      refreshVerdicts(client, 'many');
      undoToast({
        message: t('added', { count: data.events }),
        undo: t('undo'),
        onUndo: () => void takeBack(data.id),
      });
    },
  });
}

/** Removes an entry; Undo adds the same again. A free condition is not shown whole, so it cannot be put back. */
export function useRemoveEntry() {
  const client = useQueryClient();
  const { t } = useTranslation('whitelist');
  const errorText = useErrorText();
  const putBack = ({ kind, value, reason, from, expires, package_name }: WhiteListRow): Promise<void> => {
    if (kind === 'condition') return Promise.resolve();
    const days = { ...(from ? { from } : {}), ...(expires ? { expires } : {}) };
    return call(whiteListEndpoints.add, { body: { package_name, kind, value, reason, ...days } })
      .then(() => refreshVerdicts(client, 'many'))
      .catch((error: unknown) => notify('failed', errorText(error)));
  };
  return useMutation({
    mutationFn: (row: WhiteListRow) => call(whiteListEndpoints.remove, { params: { id: row.id } }),
    onSuccess: (_, row) => {
      refreshVerdicts(client, 'many');
      if (row.kind === 'condition') notify('done', t('removed'));
      else undoToast({ message: t('removed'), undo: t('undo'), onUndo: () => void putBack(row) });
    },
    onError: (error) => notify('failed', errorText(error)),
  });
}
