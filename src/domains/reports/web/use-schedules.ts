import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reportEndpoints } from '#domains/reports/contract/endpoints.ts';
import { type ReportSchedule, scheduleEndpoints } from '#domains/reports/contract/schedule-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { undoToast } from '#platform/web/ui/undo-toast.tsx';

const LIST_KEY = ['GET', scheduleEndpoints.list.path] as const;
const LIMIT = 10;

/** Looked at again while reports of the last run are being made. */
export function useSchedules(page: number) {
  const { pkg } = useSelection();
  const asked = { package_name: pkg.package_name, page, limit: LIMIT };
  return useQuery({
    queryKey: [...LIST_KEY, asked],
    queryFn: ({ signal }) => call(scheduleEndpoints.list, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ last_state: last }) => last === 'Queued' || last === 'Processing') ? 1500 : false,
  });
}

export const usePeople = (report: string) => {
  const { pkg } = useSelection();
  return useQuery(query(scheduleEndpoints.people, { query: { package_name: pkg.package_name, report } }));
};

/** Whatever shows schedules, and reports they have made, asks again. */
export function useSchedulesChanged(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: LIST_KEY });
    void client.invalidateQueries({ queryKey: ['GET', reportEndpoints.list.path] });
  };
}

const DONE = {
  pause: 'schedule_paused',
  resume: 'schedule_resumed',
  send: 'schedule_sent',
  leave: 'schedule_left',
} as const;
export type ScheduleChange = keyof typeof DONE;

/** What can be done with one of the list at once; what was deleted is offered back. */
export function useScheduleChange() {
  const { t } = useTranslation('reports');
  const changed = useSchedulesChanged();
  const errorText = useErrorText();
  const failed = (error: unknown): void => notify('failed', errorText(error));
  const change = useMutation({
    mutationFn: ({ what, id }: { what: ScheduleChange; id: number; name: string }) =>
      call(scheduleEndpoints[what], { params: { id } }),
    onSuccess: (_, { what, name }) => {
      changed();
      notify('done', t(DONE[what], { name }));
    },
    onError: failed,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Pick<ReportSchedule, 'id' | 'name'>) => call(scheduleEndpoints.remove, { params: { id } }),
    onSuccess: (_, { id, name }) => {
      changed();
      undoToast({
        message: t('schedule_removed', { name }),
        undo: t('schedule_undo'),
        onUndo: () => void call(scheduleEndpoints.restore, { params: { id } }).then(changed).catch(failed),
      });
    },
    onError: failed,
  });
  return { change, remove };
}
