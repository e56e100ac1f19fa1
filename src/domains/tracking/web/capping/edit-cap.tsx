import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Cap, cappingEndpoints } from '#domains/tracking/contract/setup-endpoints.ts';
import { OVER_ACTIONS } from '#domains/tracking/contract/terms.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { AmountField } from '#platform/web/form/term-fields.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useTrackingWords } from '../use-tracking-words.ts';

/** Limit and action; what it is of stays. */
export function EditCap({ stored, onDone }: { stored: Cap; onDone: () => void }) {
  const { t } = useTranslation('tracking');
  const words = useTrackingWords();
  const { draft, change, fault, card } = usePanelForm({
    initial: { limit: stored.limit, action: stored.action },
    faultsOf: (next) => faultsOf(cappingEndpoints.edit.body, next),
    send: (next) => call(cappingEndpoints.edit, { params: { id: stored.id }, body: next }),
    onDone: () => onDone(),
    namespace: 'tracking',
  });
  return (
    <FormCard {...card}>
      <p>
        {[stored.publisher, stored.event, words.metric(stored.metric), words.period(stored.period)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <AmountField
        label={t('limit')}
        description={t('limit_hint')}
        value={draft.limit}
        error={fault('limit')}
        required
        onChange={(limit) => change({ limit: limit ?? '' })}
      />
      <OverAction value={draft.action} error={fault('action')} onChange={(action) => change({ action })} />
    </FormCard>
  );
}

/** What happens beyond it; nothing chosen leaves it to the campaign. */
export function OverAction({
  value,
  error,
  onChange,
}: {
  value: Cap['action'];
  error: string | undefined;
  onChange: (action: Cap['action']) => void;
}) {
  const { t } = useTranslation('tracking');
  const words = useTrackingWords();
  return (
    <Select
      label={t('over_action')}
      data={OVER_ACTIONS.map((each) => ({ value: each, label: words.over(each) }))}
      value={value}
      description={t('cap_action_hint')}
      error={error}
      placeholder={t('as_campaign')}
      clearable
      onChange={(next) => onChange(OVER_ACTIONS.find((each) => each === next) ?? null)}
    />
  );
}
