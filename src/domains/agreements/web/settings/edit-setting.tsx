import type { SettlementSetting } from '#domains/agreements/contract/agreement.ts';
import { settlementEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { draftOf, type SettingDraft, SettingFields } from './setting-fields.tsx';

export function EditSetting({ stored, onDone }: { stored: SettlementSetting; onDone: () => void }) {
  const { key, updated_at } = stored;
  const { draft, change, fault, card } = usePanelForm<SettingDraft, { message: string }>({
    initial: draftOf(stored),
    faultsOf: (next) => faultsOf(settlementEndpoints.edit.body, { ...next, updated_at }),
    send: (next) => call(settlementEndpoints.edit, { params: { key }, body: { ...next, updated_at } }),
    onDone: () => onDone(),
    namespace: 'agreements',
  });
  return (
    <FormCard {...card}>
      <SettingFields draft={draft} fault={fault} onChange={change} />
    </FormCard>
  );
}
