import { Select, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ACTIONS, APPROVALS, OVER_ACTIONS } from '#domains/tracking/contract/terms.ts';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { FormSection } from '#platform/web/form/form-section.tsx';
import { CountField, TermField } from '#platform/web/form/term-fields.tsx';
import { Link } from '#platform/web/layout/link.tsx';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import { useTrackingWords } from '../use-tracking-words.ts';
import type { FieldProps } from './fields.tsx';

const HOURS_OF_90_DAYS = 2_160;
const SECONDS_A_DAY = 86_400;

/** For how long a click counts, and when one counts again. */
export function WindowFields({ draft, onChange, fault }: FieldProps) {
  const { t } = useTranslation('tracking');
  const words = useTrackingWords();
  return (
    <FormSection title={t('section_windows')}>
      <FieldPair>
        <CountField
          label={t('click_window_hours')}
          description={t('click_window_hint')}
          value={draft.click_window_hours}
          min={1}
          max={HOURS_OF_90_DAYS}
          error={fault('click_window_hours')}
          onChange={(click_window_hours) => onChange({ click_window_hours })}
        />
        <CountField
          label={t('view_window_hours')}
          description={t('view_window_hint')}
          value={draft.view_window_hours}
          min={0}
          max={HOURS_OF_90_DAYS}
          error={fault('view_window_hours')}
          onChange={(view_window_hours) => onChange({ view_window_hours })}
        />
        <CountField
          label={t('duplicate_seconds')}
          description={t('duplicate_seconds_hint')}
          value={draft.duplicate_seconds}
          min={0}
          max={SECONDS_A_DAY}
          error={fault('duplicate_seconds')}
          onChange={(duplicate_seconds) => onChange({ duplicate_seconds })}
        />
        <CountField
          label={t('hold_days')}
          description={t('hold_days_hint')}
          value={draft.hold_days}
          min={0}
          max={90}
          error={fault('hold_days')}
          onChange={(hold_days) => onChange({ hold_days })}
        />
        <TermField
          label={t('approval')}
          values={APPROVALS}
          word={words.approval}
          value={draft.approval}
          onChange={(approval) => onChange({ approval })}
        />
      </FieldPair>
      <Switch
        label={t('several_conversions')}
        description={t('several_conversions_hint')}
        checked={draft.several_conversions}
        onChange={(event) => onChange({ several_conversions: event.currentTarget.checked })}
      />
    </FormSection>
  );
}

/** What happens beyond cappings and to clicks that are not real. */
export function ProtectionFields({ draft, onChange, fault, choices, own }: FieldProps & { own: number | undefined }) {
  const { t } = useTranslation('tracking');
  const words = useTrackingWords();
  const sticky = useStickySearch();
  const { protection } = draft;
  return (
    <FormSection title={t('section_protection')} hint={t('section_protection_hint')}>
      <FieldPair>
        <TermField
          label={t('on_suspect')}
          values={ACTIONS}
          word={words.action}
          value={protection.suspect}
          onChange={(suspect) => onChange({ protection: { ...protection, suspect } })}
        />
        <TermField
          label={t('on_fraud')}
          values={ACTIONS}
          word={words.action}
          value={protection.fraud}
          onChange={(fraud) => onChange({ protection: { ...protection, fraud } })}
        />
        <TermField
          label={t('over_action')}
          description={t('over_action_hint')}
          values={OVER_ACTIONS}
          word={words.over}
          value={draft.over_action}
          onChange={(over_action) => onChange({ over_action })}
        />
        <Select
          label={t('fallback')}
          description={t('fallback_hint')}
          data={(choices?.campaigns ?? [])
            .filter(({ id }) => id !== own)
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          value={draft.fallback_campaign_id === null ? null : String(draft.fallback_campaign_id)}
          error={fault('fallback_campaign_id')}
          placeholder={t('none')}
          searchable
          clearable
          onChange={(value) => onChange({ fallback_campaign_id: value === null ? null : Number(value) })}
        />
      </FieldPair>
      {[protection.suspect, protection.fraud].includes('challenge') && <p>{t('challenge_hint')}</p>}
      <Switch
        label={t('signed_only')}
        description={t('signed_only_hint')}
        checked={draft.signed_only}
        onChange={(event) => onChange({ signed_only: event.currentTarget.checked })}
      />
      <Link to={`/mtrackit_capping${sticky}`}>{t('to_cappings')}</Link>
    </FormSection>
  );
}
