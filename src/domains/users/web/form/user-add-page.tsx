import { useTranslation } from 'react-i18next';
import { users } from '#domains/users/contract/users.ts';
import { call } from '#platform/web/api/call.ts';
import { FormPage } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import { useBase } from '../use-base.ts';
import { EMPTY_USER, faultsOf, newUserOf } from './user-draft.ts';
import { UserFields } from './user-fields.tsx';

/** A new person. The password is theirs to choose, by a link in a mail. */
export function UserAddPage() {
  const { t } = useTranslation('users');
  const search = useStickySearch();
  const form = useDraftForm({
    initial: EMPTY_USER,
    faultsOf: (draft) => faultsOf(draft, true),
    send: (draft) => call(users.add, { body: newUserOf(draft) }, { idempotencyKey: crypto.randomUUID() }),
    back: `${useBase()}${search}`,
    namespace: 'users',
  });
  return (
    <FormPage form={form} submit={t(form.draft.access === 'invite' ? 'save_invite' : 'save')}>
      <UserFields draft={form.draft} onChange={form.change} fault={form.fault} adding />
    </FormPage>
  );
}
