import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { type UserView, users } from '#domains/users/contract/users.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormPage, Saved } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import { useBase } from '../use-base.ts';
import { draftOf, faultsOf, rightsOf } from './user-draft.ts';
import { UserFields } from './user-fields.tsx';

/** Role, lists and phone of a person; name and e-mail are theirs. */
export function UserEditPage() {
  const id = Number(useParams()['id']);
  const one = useQuery({ ...query(users.one, { params: { id } }), staleTime: 0 });
  return <Saved one={one}>{(user, reload) => <EditForm key={user.version} user={user} onReload={reload} />}</Saved>;
}

function EditForm({ user, onReload }: { user: UserView; onReload: () => void }) {
  const { t } = useTranslation('users');
  const search = useStickySearch();
  const form = useDraftForm({
    initial: draftOf(user),
    faultsOf: (draft) => faultsOf(draft, false),
    send: (draft) => call(users.edit, { params: { id: user.id }, body: rightsOf(draft) }, { version: user.version }),
    back: `${useBase()}${search}`,
    namespace: 'users',
  });
  return (
    <FormPage form={form} submit={t('save')} onReload={onReload}>
      <UserFields draft={form.draft} onChange={form.change} fault={form.fault} adding={false} />
    </FormPage>
  );
}
