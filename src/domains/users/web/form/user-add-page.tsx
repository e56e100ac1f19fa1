import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { users } from '#domains/users/contract/users.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { SAVED, UnsavedGuard } from '#platform/web/form/unsaved-guard.tsx';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import { useBase } from '../use-base.ts';
import { useUserForm } from './use-user-form.ts';
import { EMPTY_USER, newUserOf } from './user-draft.ts';
import { UserFields } from './user-fields.tsx';

/** A new person. The password is theirs to choose, by a link in a mail. */
export function UserAddPage() {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const search = useStickySearch();
  const back = `${useBase()}${search}`;
  const form = useUserForm(
    EMPTY_USER,
    true,
    (draft) => call(users.add, { body: newUserOf(draft) }, { idempotencyKey: crypto.randomUUID() }),
    () => void navigate(back, SAVED),
  );
  return (
    <FormCard
      submit={t(form.draft.access === 'invite' ? 'save_invite' : 'save')}
      busy={form.busy}
      failure={form.failure}
      onSubmit={form.submit}
      onCancel={() => void navigate(back)}
    >
      <UnsavedGuard changed={form.changed} />
      <UserFields draft={form.draft} onChange={form.change} fault={form.fault} adding />
    </FormCard>
  );
}
