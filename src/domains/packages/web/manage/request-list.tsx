import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type PackageRequestView, packageRequests } from '#domains/packages/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';

/** People who signed up for a package that was there already. Nobody gets it before somebody says yes. */
export function RequestList() {
  const { t } = useTranslation('packages');
  const errorText = useErrorText();
  const client = useQueryClient();
  const state = useListState();
  const { page, limit } = state;
  const list = useQuery(query(packageRequests.list, { query: { page, limit } }));
  const decide = useMutation({
    mutationFn: ({ id, approve }: { id: number; approve: boolean }) =>
      call(approve ? packageRequests.approve : packageRequests.refuse, { params: { id } }),
    onSuccess: (_, { approve }) => {
      void client.invalidateQueries();
      notify('done', t(approve ? 'approved' : 'refused'));
    },
    onError: (error) => notify('failed', errorText(error)),
  });
  const { mutate, isPending } = decide;
  const columns = useMemo(
    (): Column<PackageRequestView>[] => [
      { id: 'user_name', header: t('person'), kind: 'text' },
      { id: 'user_email', header: t('email'), kind: 'text', width: 220 },
      { id: 'package_title', header: t('title'), kind: 'text' },
      { id: 'created_at', header: t('asked_at'), kind: 'datetime' },
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 110,
        value: (row) => t(`request_${row.state}`),
      },
      {
        id: 'actions',
        header: t('actions'),
        kind: 'text',
        width: 200,
        render: ({ id, state: decided, user_name }) =>
          decided === 'open' ? (
            <Group gap={6} wrap="nowrap">
              <Button
                size="compact-sm"
                disabled={isPending}
                aria-label={t('approve_of', { name: user_name })}
                onClick={() => mutate({ id, approve: true })}
              >
                {t('approve')}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                disabled={isPending}
                aria-label={t('refuse_of', { name: user_name })}
                onClick={() => mutate({ id, approve: false })}
              >
                {t('refuse')}
              </Button>
            </Group>
          ) : null,
      },
    ],
    [t, mutate, isPending],
  );
  return (
    <ListPage
      id="package-requests"
      lead={t('requests_lead')}
      caption={t('requests')}
      columns={columns}
      state={state}
      list={list}
      empty={{ why: t('requests_none') }}
    />
  );
}
