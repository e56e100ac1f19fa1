import { useTranslation } from 'react-i18next';
import { settlementEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { FormPage } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { EMPTY_SETTING, type SettingDraft, SettingFields } from './setting-fields.tsx';

/** Settings of settlements, of a publisher or of all others. */
export function AddSettingPage() {
  const { t } = useTranslation('agreements');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const body = (draft: SettingDraft) => ({ package_name: pkg.package_name, ...draft });
  const form = useDraftForm<SettingDraft>({
    initial: EMPTY_SETTING,
    faultsOf: (draft) => faultsOf(settlementEndpoints.add.body, body(draft)),
    send: (draft) =>
      call(settlementEndpoints.add, { body: body(draft) }, { idempotencyKey: crypto.randomUUID(), atOnce: true }),
    back: `/reconcilation/invoice-configuration${sticky}`,
    namespace: 'agreements',
  });
  return (
    <FormPage form={form} submit={t('save')}>
      <SettingFields draft={form.draft} fault={form.fault} onChange={form.change} />
    </FormPage>
  );
}
