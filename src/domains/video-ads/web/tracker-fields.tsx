import { NumberInput, SegmentedControl, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { creativeEndpoints } from '#domains/video-ads/contract/setup-endpoints.ts';
import { CAP_WINDOWS, MODES, TRACKER_STATES } from '#domains/video-ads/contract/terms.ts';
import { query } from '#platform/web/api/call.ts';
import { CountriesSelect } from '#platform/web/form/countries-select.tsx';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ScriptFields } from './script-fields.tsx';
import type { TrackerDraft } from './tracker-draft.ts';
import styles from './video.module.css';

export interface FieldsProps {
  draft: TrackerDraft;
  onChange: (part: Partial<TrackerDraft>) => void;
  fault: (field: string) => string | undefined;
}

export const TrackerFields = (props: FieldsProps) => (
  <>
    <Whose {...props} />
    <Answered {...props} />
    <Allowed {...props} />
    <ScriptFields {...props} />
  </>
);

type TextField = 'name' | 'campaign' | 'brand' | 'vast_url' | 'landing_url';

const useText = ({ draft, onChange, fault }: FieldsProps) => {
  const { t } = useTranslation('video');
  return (field: TextField, maxLength = 120) => ({
    label: t(field),
    value: draft[field],
    error: fault(field),
    maxLength,
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [field]: event.currentTarget.value }),
  });
};

function Whose(props: FieldsProps) {
  const { draft, onChange, fault } = props;
  const { t } = useTranslation('video');
  const text = useText(props);
  return (
    <>
      <FieldPair>
        <TextInput {...text('name')} required />
        <TextInput {...text('campaign')} description={t('campaign_hint')} required />
      </FieldPair>
      <FieldPair>
        <TextInput {...text('brand')} />
        <Select
          label={t('status')}
          data={TRACKER_STATES.map((value) => ({ value, label: t(`status_${value}`) }))}
          value={draft.status}
          allowDeselect={false}
          onChange={(value) => onChange({ status: TRACKER_STATES.find((state) => state === value) ?? 'active' })}
        />
      </FieldPair>
      <TagsInput
        label={t('publishers')}
        description={t('publishers_hint')}
        value={draft.publishers}
        error={fault('publishers')}
        maxTags={50}
        splitChars={[',']}
        acceptValueOnBlur
        onChange={(publishers) => onChange({ publishers })}
      />
      <FieldPair>
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
    </>
  );
}

/** A tag of another server, or a creative of the package. */
function Answered(props: FieldsProps) {
  const { draft, onChange, fault } = props;
  const { t } = useTranslation('video');
  const { pkg } = useSelection();
  const text = useText(props);
  const asked = query(creativeEndpoints.list, { query: { package_name: pkg.package_name, limit: 500 } });
  const creatives = useQuery({ ...asked, enabled: draft.mode === 'inline' }).data?.data ?? [];
  return (
    <>
      <SegmentedControl
        aria-label={t('mode')}
        classNames={{ innerLabel: styles.choice ?? '' }}
        fullWidth
        data={MODES.map((value) => ({ value, label: t(`mode_${value}`) }))}
        value={draft.mode}
        onChange={(value) => onChange({ mode: MODES.find((mode) => mode === value) ?? 'wrapper' })}
      />
      {draft.mode === 'wrapper' ? (
        <TextInput {...text('vast_url', 2_000)} description={t('vast_url_hint')} required />
      ) : (
        <>
          <FieldPair>
            <Select
              label={t('creative')}
              data={creatives.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={draft.creative_id === null ? null : String(draft.creative_id)}
              error={fault('creative_id')}
              nothingFoundMessage={t('no_creatives')}
              searchable
              required
              onChange={(value) => onChange({ creative_id: value === null ? null : Number(value) })}
            />
            <NumberInput
              label={t('skip_seconds')}
              description={t('skip_seconds_hint')}
              value={draft.skip_seconds ?? ''}
              error={fault('skip_seconds')}
              min={1}
              max={300}
              allowDecimal={false}
              onChange={(value) => onChange({ skip_seconds: typeof value === 'number' ? value : null })}
            />
          </FieldPair>
          <TextInput {...text('landing_url', 2_000)} />
        </>
      )}
    </>
  );
}

/** To whom, how often, and where. */
function Allowed({ draft, onChange, fault }: FieldsProps) {
  const { t } = useTranslation('video');
  const { cap, safety } = draft;
  const tags = (label: string, field: string, value: string[], change: (values: string[]) => void) => ({
    label: t(label),
    description: t(`${label}_hint`),
    value,
    error: fault(field),
    splitChars: [',', ' '],
    acceptValueOnBlur: true,
    onChange: change,
  });
  return (
    <>
      <FieldPair>
        <NumberInput
          label={t('cap')}
          description={t('cap_hint')}
          value={cap.limit}
          error={fault('cap')}
          min={1}
          max={1_000}
          allowDecimal={false}
          onChange={(value) => onChange({ cap: { ...cap, limit: Number(value) } })}
        />
        <Select
          label={t('window')}
          description={t('window_hint')}
          data={CAP_WINDOWS.map((value) => ({ value, label: t(`window_${value}`) }))}
          value={cap.window}
          allowDeselect={false}
          onChange={(value) =>
            onChange({ cap: { ...cap, window: CAP_WINDOWS.find((window) => window === value) ?? 'lifetime' } })
          }
        />
      </FieldPair>
      <CountriesSelect
        label={t('countries')}
        description={t('countries_hint')}
        value={draft.countries}
        error={fault('countries')}
        onChange={(countries) => onChange({ countries })}
      />
      <FieldPair>
        <TagsInput
          {...tags('block_domains', 'safety', safety.block_domains, (block_domains) =>
            onChange({ safety: { ...safety, block_domains } }),
          )}
        />
        <TagsInput
          {...tags('block_apps', 'safety', safety.block_apps, (block_apps) =>
            onChange({ safety: { ...safety, block_apps } }),
          )}
        />
      </FieldPair>
      <Switch
        label={t('strict')}
        description={t('strict_hint')}
        checked={safety.strict}
        onChange={(event) => onChange({ safety: { ...safety, strict: event.currentTarget.checked } })}
      />
      <TagsInput
        {...tags('ssai_addresses', 'ssai_addresses', draft.ssai_addresses, (ssai_addresses) =>
          onChange({ ssai_addresses }),
        )}
      />
    </>
  );
}
