import { Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  type MetaCampaignView,
  metaCampaignBody,
  metaCampaignEndpoints,
} from '#domains/publishers/contract/register-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

interface Props {
  stored: MetaCampaignView | undefined;
  onDone: () => void;
}

const draftOf = (stored: MetaCampaignView | undefined) => ({
  campaign: stored?.campaign ?? '',
  ad_account: stored?.ad_account ?? '',
  target_cost: stored?.target_cost ?? '',
  active: stored?.active ?? true,
  notes: stored?.notes ?? '',
});
type Draft = ReturnType<typeof draftOf>;

/** What is written down of a campaign; its name stands as the traffic spells it. */
export function MetaCampaignForm({ stored, onDone }: Props) {
  const { t } = useTranslation('publishers');
  const { pkg } = useSelection();
  const bodyOf = (draft: Draft) => ({
    ...draft,
    package_name: pkg.package_name,
    target_cost: draft.target_cost.trim() === '' ? null : draft.target_cost.trim().replace(',', '.'),
  });
  const { draft, change, fault, card } = usePanelForm({
    initial: draftOf(stored),
    faultsOf: (wanted) => faultsOf(metaCampaignBody, bodyOf(wanted)),
    send: (wanted) => call(metaCampaignEndpoints.save, { body: bodyOf(wanted) }),
    onDone: () => onDone(),
    namespace: 'publishers',
  });
  const { shape } = metaCampaignBody;
  return (
    <FormCard {...card}>
      <TextInput
        label={t('campaign')}
        description={t('campaign_hint')}
        value={draft.campaign}
        error={fault('campaign')}
        readOnly={stored !== undefined}
        maxLength={longest(shape.campaign)}
        required
        onChange={(event) => change({ campaign: event.currentTarget.value })}
      />
      <TextInput
        label={t('ad_account')}
        value={draft.ad_account}
        error={fault('ad_account')}
        maxLength={120}
        onChange={(event) => change({ ad_account: event.currentTarget.value })}
      />
      <TextInput
        label={t('target_cost')}
        description={t('target_cost_hint', { currency: pkg.currency })}
        inputMode="decimal"
        value={draft.target_cost}
        error={fault('target_cost')}
        maxLength={16}
        onChange={(event) => change({ target_cost: event.currentTarget.value })}
      />
      <Textarea
        label={t('notes')}
        value={draft.notes}
        error={fault('notes')}
        maxLength={2000}
        autosize
        minRows={3}
        onChange={(event) => change({ notes: event.currentTarget.value })}
      />
      <Switch
        label={t('meta_active')}
        checked={draft.active}
        onChange={(event) => change({ active: event.currentTarget.checked })}
      />
    </FormCard>
  );
}
