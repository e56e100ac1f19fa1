import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CreditedKind } from '#domains/reattribution/contract/changes.ts';
import { reattributionEndpoints } from '#domains/reattribution/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';

/** Has a report of the days chosen made; the list of reports is read anew. */
export function GenerateButton({ kind }: { kind: CreditedKind }) {
  const { t } = useTranslation('reattribution');
  const { pkg, range } = useSelection();
  const errorText = useErrorText();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(reattributionEndpoints.generate, {
        body: { package_name: pkg.package_name, kind, from: range.from, to: range.to },
      }),
    onSuccess: ({ message }) => {
      void client.invalidateQueries({ queryKey: ['GET', reattributionEndpoints.reports.path] });
      notify('done', t(message, { defaultValue: message }));
    },
    onError: (error) => notify('failed', errorText(error)),
  });
  return (
    <Button loading={isPending} onClick={() => mutate()}>
      {t('generate')}
    </Button>
  );
}
