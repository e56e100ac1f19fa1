import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { type UserView, users } from '#domains/users/contract/users.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormCard, FormSkeleton } from '#platform/web/form/form-card.tsx';
import { SAVED, UnsavedGuard } from '#platform/web/form/unsaved-guard.tsx';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { useBase } from '../use-base.ts';
import { useUserForm } from './use-user-form.ts';
import { draftOf, rightsOf } from './user-draft.ts';
import { UserFields } from './user-fields.tsx';

/** Role, lists and phone of a person; name and e-mail are theirs. */
export function UserEditPage() {
  const id = Number(useParams()['id']);
  const one = useQuery({ ...query(users.one, { params: { id } }), staleTime: 0 });
  if (one.isError) return <ErrorState error={one.error} onRetry={() => void one.refetch()} />;
  if (!one.data || one.isPlaceholderData) return <FormSkeleton />;
  const user = one.data.data;
  return <EditForm key={user.version} user={user} onReload={() => void one.refetch()} />;
}

function EditForm({ user, onReload }: { user: UserView; onReload: () => void }) {
  const { t } = useTranslation(['users', 'ui']);
  const navigate = useNavigate();
  const search = useStickySearch();
  const back = `${useBase()}${search}`;
  const form = useUserForm(
    draftOf(user),
    false,
    (draft) => call(users.edit, { params: { id: user.id }, body: rightsOf(draft) }, { version: user.version }),
    () => void navigate(back, SAVED),
  );
  return (
    <FormCard
      submit={t('users:save')}
      busy={form.busy}
      failure={form.conflict ? t('ui:changed_meanwhile') : form.failure}
      onSubmit={form.submit}
      onCancel={() => void navigate(back)}
      more={
        form.conflict && (
          <Button variant="default" onClick={onReload}>
            {t('ui:load_theirs')}
          </Button>
        )
      }
    >
      <UnsavedGuard changed={form.changed} />
      <UserFields draft={form.draft} onChange={form.change} fault={form.fault} adding={false} />
    </FormCard>
  );
}
