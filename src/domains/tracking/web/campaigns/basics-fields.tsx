import { Autocomplete, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { placeEndpoints } from '#domains/integrity/contract/place-endpoints.ts';
import { leavesNobody } from '#domains/integrity/contract/places.ts';
import type { CampaignView } from '#domains/tracking/contract/campaign.ts';
import { CAMPAIGN_STATES, SYSTEMS } from '#domains/tracking/contract/terms.ts';
import { query } from '#platform/web/api/call.ts';
import { CountriesSelect } from '#platform/web/form/countries-select.tsx';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { FormSection } from '#platform/web/form/form-section.tsx';
import { TermField } from '#platform/web/form/term-fields.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import { useTrackingWords } from '../use-tracking-words.ts';
import type { FieldProps } from './fields.tsx';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
/** Of names, as the contract has it. */
const LONGEST_NAME = 120;
const CURRENCIES = Intl.supportedValuesOf('currency');
/** Who it is for, when it runs, in whose days and money. */
export function BasicsFields({ draft, onChange, fault, choices, stored }: FieldProps & { stored: boolean }) {
  const { t } = useTranslation('tracking');
  const words = useTrackingWords();
  const name = (field: 'campaign_name' | 'customer_name', required = false) => (
    <TextInput
      label={t(field)}
      value={draft[field]}
      error={fault(field)}
      readOnly={stored}
      required={required}
      maxLength={LONGEST_NAME}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <FormSection title={t('section_basics')} {...(stored ? { hint: t('names_stay') } : {})}>
      {name('campaign_name', true)}
      <FieldPair>
        {name('customer_name')}
        <Autocomplete
          label={t('agency_name')}
          data={choices?.agencies ?? []}
          value={draft.agency_name}
          error={fault('agency_name')}
          readOnly={stored}
          maxLength={LONGEST_NAME}
          onChange={(agency_name) => onChange({ agency_name })}
        />
        <TermField
          label={t('status')}
          values={CAMPAIGN_STATES}
          word={words.state}
          value={draft.status}
          onChange={(status) => onChange({ status })}
        />
        <Select
          label={t('currency')}
          data={CURRENCIES}
          value={draft.currency}
          searchable
          allowDeselect={false}
          onChange={(currency) => currency !== null && onChange({ currency })}
        />
      </FieldPair>
      <FieldPair>
        <Select
          label={t('time_zone')}
          description={t('time_zone_hint')}
          data={ZONES}
          value={draft.time_zone}
          error={fault('time_zone')}
          searchable
          limit={100}
          allowDeselect={false}
          onChange={(zone) => zone !== null && onChange({ time_zone: zone })}
        />
        <DayField
          label={t('start')}
          value={draft.start ?? ''}
          error={fault('start')}
          onChange={(day) => onChange({ start: day || null })}
        />
        <DayField
          label={t('end')}
          value={draft.end ?? ''}
          error={fault('end')}
          onChange={(day) => onChange({ end: day || null })}
        />
      </FieldPair>
    </FormSection>
  );
}

/** From where and on what a click is taken; nothing chosen takes all. */
export function PlaceFields({ draft, onChange, fault, own }: FieldProps & { own: CampaignView | undefined }) {
  const { t } = useTranslation('tracking');
  return (
    <FormSection title={t('section_places')} hint={t('section_places_hint')}>
      <CountriesSelect
        label={t('countries')}
        value={draft.countries}
        error={fault('countries')}
        placeholder={t('all')}
        onChange={(countries) => onChange({ countries })}
      />
      {own && <AllowedPlaces campaign={own} countries={draft.countries} />}
      <MultiSelect
        label={t('systems')}
        data={[...SYSTEMS]}
        value={draft.systems}
        clearable
        placeholder={draft.systems.length === 0 ? t('all') : ''}
        onChange={(next) => onChange({ systems: SYSTEMS.filter((system) => next.includes(system)) })}
      />
      <TagsInput
        label={t('allowed_hosts')}
        description={t('allowed_hosts_hint')}
        value={draft.allowed_hosts}
        error={fault('allowed_hosts')}
        maxTags={50}
        onChange={(allowed_hosts) => onChange({ allowed_hosts })}
      />
    </FormSection>
  );
}

/** The other list: places that integrity allows for clicks of it, asked after its own countries. */
function AllowedPlaces({ campaign, countries }: { campaign: CampaignView; countries: readonly string[] }) {
  const { t } = useTranslation('tracking');
  const format = useFormat();
  const sticky = useStickySearch();
  const asked = useQuery(
    query(placeEndpoints.list, { params: { kind: 'click' }, query: { package_name: campaign.package_name } }),
  );
  const place = asked.data?.data.find(({ campaign_id: id }) => id === campaign.id);
  if (!place) return null;
  const { countries: allowed } = place;
  return (
    <p>
      {t('allowed_places', {
        countries: allowed.length === 0 ? t('all') : allowed.map((code) => format.country(code)).join(', '),
      })}{' '}
      <Link to={`/click-integrity/campaign_geo_location${sticky}`}>{t('to_places')}</Link>{' '}
      {leavesNobody(allowed, countries) && <strong role="status">{t('places_nobody')}</strong>}
    </p>
  );
}
