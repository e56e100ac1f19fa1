import { NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AD_PLATFORMS, ENTRY_STATES, type EntryStep, isVideo } from '#domains/brand-relevancy/contract/entry-terms.ts';
import { warningsFor } from '#domains/brand-relevancy/contract/macros.ts';
import { requirementEndpoints } from '#domains/brand-relevancy/contract/requirement-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { TermField } from '#platform/web/form/term-fields.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { WordsField } from '../requirements/words-field.tsx';
import type { EntryDraft } from './entry-draft.ts';

export interface EntryFieldsProps {
  draft: EntryDraft;
  onChange: (part: Partial<EntryDraft>) => void;
  fault: (field: string) => string | undefined;
}

type TextName = 'name' | 'advertiser' | 'campaign' | 'creative_size' | 'click_url' | 'vast_url';

const useText = ({ draft, onChange, fault }: EntryFieldsProps) => {
  const { t } = useTranslation('requirements');
  return (field: TextName, maxLength = 120) => ({
    label: t(`entry_${field}`),
    value: draft[field],
    error: fault(field),
    maxLength,
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [field]: event.currentTarget.value }),
  });
};

/** The fields of one step. */
export function StepFields({ step, ...props }: EntryFieldsProps & { step: EntryStep }) {
  if (step === 'campaign') return <CampaignFields {...props} />;
  return step === 'creative' ? <CreativeFields {...props} /> : <TrackingFields {...props} />;
}

export function CampaignFields(props: EntryFieldsProps) {
  const { draft, onChange, fault } = props;
  const { t } = useTranslation('requirements');
  const { pkg } = useSelection();
  const text = useText(props);
  const asked = query(requirementEndpoints.list, { query: { package_name: pkg.package_name, limit: 500 } });
  const requirements = useQuery(asked).data?.data ?? [];
  return (
    <>
      <FieldPair>
        <TextInput {...text('name')} required />
        <TextInput {...text('advertiser')} required />
      </FieldPair>
      <FieldPair>
        <TextInput {...text('campaign')} required />
        <Select
          label={t('requirement')}
          data={requirements.map(({ id, campaign_name }) => ({ value: String(id), label: campaign_name }))}
          value={draft.requirement_id === null ? null : String(draft.requirement_id)}
          error={fault('requirement_id')}
          nothingFoundMessage={t('none_found')}
          searchable
          clearable
          onChange={(value) => onChange({ requirement_id: value === null ? null : Number(value) })}
        />
      </FieldPair>
      <TermField
        label={t('status')}
        values={ENTRY_STATES}
        word={(state) => t(`entry_state_${state}`)}
        value={draft.status}
        onChange={(status) => onChange({ status })}
      />
    </>
  );
}

export function CreativeFields(props: EntryFieldsProps) {
  const { draft, onChange, fault } = props;
  const { t } = useTranslation('requirements');
  const text = useText(props);
  if (!isVideo(draft.type))
    return <TextInput {...text('creative_size', 9)} description={t('creative_size_hint')} placeholder="300x250" />;
  return (
    <>
      <NumberInput
        label={t('entry_duration')}
        value={draft.duration ?? ''}
        error={fault('duration')}
        min={1}
        allowDecimal={false}
        onChange={(value) => onChange({ duration: value === '' ? null : Number(value) })}
      />
      {draft.type === 'vast' && <TextInput {...text('vast_url', 2_000)} description={t('vast_url_hint')} required />}
    </>
  );
}

export function TrackingFields(props: EntryFieldsProps) {
  const { draft, onChange, fault } = props;
  const { t } = useTranslation('requirements');
  const text = useText(props);
  return (
    <>
      <TermField
        label={t('entry_platform')}
        description={t('platform_hint')}
        values={AD_PLATFORMS}
        word={(platform) => t(`platform_${platform}`)}
        value={draft.platform}
        onChange={(platform) => onChange({ platform })}
      />
      {warningsFor(draft.type, draft.platform).map((warning) => (
        <p key={warning} className={screen.note} role="note">
          {t(`warning_${warning}`)}
        </p>
      ))}
      <TextInput {...text('click_url', 2_000)} description={t('click_url_hint')} required={draft.type !== 'vast'} />
      {draft.type !== 'vast' && (
        <WordsField
          label={t('entry_landing_hosts')}
          description={t('landing_hosts_hint')}
          value={draft.landing_hosts}
          error={fault('landing_hosts')}
          max={50}
          onChange={(landing_hosts) => onChange({ landing_hosts })}
        />
      )}
    </>
  );
}
