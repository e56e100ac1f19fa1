import { NumberInput, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type RequirementState, statesAfter } from '#domains/brand-relevancy/contract/terms.ts';
import { CountriesSelect } from '#platform/web/form/countries-select.tsx';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { FormSection } from '#platform/web/form/form-section.tsx';
import { TermField } from '#platform/web/form/term-fields.tsx';
import { LanguagesSelect } from './languages-select.tsx';
import type { RequirementDraft } from './requirement-draft.ts';
import { WordsField } from './words-field.tsx';

interface FieldsProps {
  draft: RequirementDraft;
  onChange: (part: Partial<RequirementDraft>) => void;
  fault: (field: string) => string | undefined;
  /** The state it is in; a new one is a draft. */
  from: RequirementState;
}

export const RequirementFields = (props: FieldsProps) => (
  <>
    <Campaign {...props} />
    <Targeted {...props} />
    <Accepted {...props} />
  </>
);

function Campaign({ draft, onChange, fault, from }: FieldsProps) {
  const { t } = useTranslation('requirements');
  const text = (field: 'campaign_name' | 'brand' | 'category') => ({
    label: t(field),
    value: draft[field],
    error: fault(field),
    maxLength: 120,
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [field]: event.currentTarget.value }),
  });
  const day = (field: 'start' | 'end') => ({
    label: t(field),
    value: draft[field],
    error: fault(field),
    required: true,
    onChange: (value: string) => onChange({ [field]: value }),
  });
  return (
    <>
      <FieldPair>
        <TextInput {...text('campaign_name')} required />
        <TextInput {...text('brand')} required />
      </FieldPair>
      <FieldPair>
        <TextInput {...text('category')} />
        <TermField
          label={t('status')}
          values={statesAfter(from)}
          word={(state) => t(`state_${state}`)}
          value={draft.status}
          onChange={(status) => onChange({ status })}
        />
      </FieldPair>
      <FieldPair>
        <DayField {...day('start')} />
        <DayField {...day('end')} />
      </FieldPair>
    </>
  );
}

function Targeted({ draft, onChange, fault }: FieldsProps) {
  const { t } = useTranslation('requirements');
  return (
    <FormSection title={t('targeted')}>
      <KeywordFields draft={draft} onChange={onChange} fault={fault} />
      <FieldPair>
        <CountriesSelect
          label={t('locations')}
          description={t('locations_hint')}
          value={draft.locations}
          error={fault('locations')}
          onChange={(locations) => onChange({ locations })}
        />
        <LanguagesSelect
          label={t('languages')}
          description={t('languages_hint')}
          value={draft.languages}
          error={fault('languages')}
          onChange={(languages) => onChange({ languages })}
        />
      </FieldPair>
    </FormSection>
  );
}

type Words = Pick<RequirementDraft, 'keywords' | 'excluded_keywords'>;

/** Both lists of keywords, as a form and the screen of keywords have them. */
export function KeywordFields({
  draft,
  onChange,
  fault,
}: {
  draft: Words;
  onChange: (part: Partial<Words>) => void;
  fault: FieldsProps['fault'];
}) {
  const { t } = useTranslation('requirements');
  return (
    <>
      <WordsField
        label={t('keywords')}
        description={t('keywords_hint')}
        value={draft.keywords}
        error={fault('keywords')}
        max={500}
        onChange={(keywords) => onChange({ keywords })}
      />
      <WordsField
        label={t('excluded_keywords')}
        description={t('excluded_hint')}
        value={draft.excluded_keywords}
        error={fault('excluded_keywords')}
        max={500}
        onChange={(excluded_keywords) => onChange({ excluded_keywords })}
      />
    </>
  );
}

/** What a row of an output has to keep to. */
function Accepted({ draft, onChange, fault }: FieldsProps) {
  const { t } = useTranslation('requirements');
  const count = (field: 'min_views' | 'max_age_days' | 'target_count', min: number) => ({
    label: t(field),
    value: draft[field] ?? '',
    error: fault(field),
    min,
    allowDecimal: false,
    onChange: (value: string | number) => onChange({ [field]: value === '' ? null : Number(value) }),
  });
  return (
    <FormSection title={t('accepted_rows')} hint={t('accepted_hint')}>
      <FieldPair>
        <NumberInput {...count('min_views', 0)} />
        <NumberInput {...count('max_age_days', 1)} />
      </FieldPair>
      <FieldPair>
        <NumberInput {...count('target_count', 1)} description={t('target_hint')} />
        <Switch
          label={t('accepts_review')}
          checked={draft.accepts_review}
          onChange={(event) => onChange({ accepts_review: event.currentTarget.checked })}
        />
      </FieldPair>
      <WordsField
        label={t('allowed_channels')}
        description={t('allowed_hint')}
        value={draft.allowed_channels}
        error={fault('allowed_channels')}
        max={1_000}
        onChange={(allowed_channels) => onChange({ allowed_channels })}
      />
      <WordsField
        label={t('blocked_channels')}
        value={draft.blocked_channels}
        error={fault('blocked_channels')}
        max={1_000}
        onChange={(blocked_channels) => onChange({ blocked_channels })}
      />
    </FormSection>
  );
}
