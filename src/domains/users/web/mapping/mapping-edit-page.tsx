import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { type MappingView, mappings } from '#domains/users/contract/mappings.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormCard, FormSkeleton } from '#platform/web/form/form-card.tsx';
import { SAVED, UnsavedGuard } from '#platform/web/form/unsaved-guard.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import styles from './mapping.module.css';
import { MappingFields, type Selected } from './mapping-fields.tsx';
import { selectionBody } from './selection-body.ts';

/** What one user sees of one package. */
export function MappingEditPage() {
  const id = Number(useParams()['id']);
  const one = useQuery({ ...query(mappings.one, { params: { id } }), staleTime: 0 });
  if (one.isError) return <ErrorState error={one.error} onRetry={() => void one.refetch()} />;
  if (!one.data || one.isPlaceholderData) return <FormSkeleton />;
  return <EditForm key={one.data.data.version} mapping={one.data.data} onReload={() => void one.refetch()} />;
}

function EditForm({ mapping, onReload }: { mapping: MappingView; onReload: () => void }) {
  const { t } = useTranslation(['users', 'ui']);
  const errorText = useErrorText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const back = '/management/user/mapping';
  const { dashboardType, menu, filter } = mapping.body;
  const [selected, setSelected] = useState<Selected>({ dashboardType, menu, filter });
  const changed = JSON.stringify(selected) !== JSON.stringify({ dashboardType, menu, filter });
  const save = useMutation({
    mutationFn: () =>
      call(
        mappings.edit,
        { params: { id: mapping.id_ }, body: { id_: mapping.id_, body: selectionBody(selected) } },
        { version: mapping.version },
      ),
    onSuccess: ({ message }) => {
      void client.invalidateQueries();
      notify('done', t(`users:${message}`, { defaultValue: message }));
      void navigate(back, SAVED);
    },
  });
  const conflict = save.error instanceof ApiError && save.error.code === 'conflict';
  const failure = conflict ? t('ui:changed_meanwhile') : save.error ? errorText(save.error) : undefined;
  return (
    <FormCard
      wide
      submit={t('users:save')}
      busy={save.isPending}
      failure={failure}
      onSubmit={() => save.mutate()}
      onCancel={() => void navigate(back)}
      more={
        conflict && (
          <Button variant="default" onClick={onReload}>
            {t('ui:load_theirs')}
          </Button>
        )
      }
    >
      <UnsavedGuard changed={changed && !save.isSuccess} />
      <p className={styles.who}>
        {mapping.user_name} · {mapping.package_title}{' '}
        <span>
          {mapping.user_email} · {mapping.body.package_name}
        </span>
      </p>
      <MappingFields platform={mapping.platform} value={selected} onChange={setSelected} />
    </FormCard>
  );
}
