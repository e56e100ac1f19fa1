import { Checkbox, Select } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { kindsFor } from '#traffic/event/contract/kinds-of-platform.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { type ImportMapping, TIME_FORMATS } from '#traffic/intake/contract/import-mapping.ts';
import styles from './import.module.css';
import { timeFormOf, withKind, withTimeForm } from './mapping-state.ts';

interface Props {
  mapping: ImportMapping;
  /** The first records have API levels of Android, read as such or not. */
  levels: boolean;
  onChange: (mapping: ImportMapping) => void;
}

const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency');
/** In a select the empty value means "nothing chosen", so rejecting needs a word. */
const REJECT = 'reject';

/** What no file says of itself: zone, order of day and month, decimal mark, currency, kind. */
export function ReadingOptions({ mapping, levels, onChange }: Props) {
  const { t } = useTranslation('import');
  const { pkg } = useSelection();
  const names = useNames();
  const format = useFormat();
  const kinds = useMemo(() => {
    const usual = kindsFor(pkg.platform);
    const all = [...usual, ...EVENT_KINDS.filter((kind) => !usual.includes(kind))];
    return all.map((kind) => ({ value: kind, label: names.kind(kind) }));
  }, [names, pkg.platform]);
  const { rules, otherwise } = mapping.kind;
  const ruleColumns = format.list([...new Set(rules.map(({ column }) => column))]);

  return (
    <section className={styles.options} aria-label={t('reading_options')}>
      <Select
        label={t(rules.length > 0 ? 'kind_otherwise' : 'kind')}
        description={rules.length > 0 ? t('kind_from', { column: ruleColumns }) : undefined}
        data={rules.length > 0 ? [...kinds, { value: REJECT, label: t('kind_reject') }] : kinds}
        value={otherwise ?? (rules.length > 0 ? REJECT : null)}
        onChange={(value) => onChange(withKind(mapping, EVENT_KINDS.find((kind) => kind === value) ?? null))}
        allowDeselect={false}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Select
        label={t('time_zone')}
        description={t('time_zone_hint')}
        data={ZONES}
        value={mapping.timeZone}
        onChange={(timeZone) => timeZone && onChange({ ...mapping, timeZone })}
        searchable
        allowDeselect={false}
        limit={200}
        nothingFoundMessage={t('none_found')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Select
        label={t('time_form')}
        data={TIME_FORMATS.map((form) => ({ value: form, label: t(`time_${form}`) }))}
        value={timeFormOf(mapping)}
        onChange={(value) => {
          const form = TIME_FORMATS.find((each) => each === value);
          if (form) onChange(withTimeForm(mapping, form));
        }}
        allowDeselect={false}
      />
      <Select
        label={t('decimal_mark')}
        data={[
          { value: '.', label: '1,234.56' },
          { value: ',', label: '1.234,56' },
        ]}
        value={mapping.decimalMark}
        onChange={(mark) => onChange({ ...mapping, decimalMark: mark === ',' ? ',' : '.' })}
        allowDeselect={false}
      />
      <Select
        label={t('currency')}
        description={t('currency_hint')}
        placeholder={pkg.currency}
        data={CURRENCIES}
        value={mapping.currency || null}
        onChange={(currency) => onChange({ ...mapping, currency: currency ?? '' })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('clear') }}
        nothingFoundMessage={t('none_found')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <ApiLevels mapping={mapping} levels={levels} onChange={onChange} />
    </section>
  );
}

/** Asked only where it is a question: most files have versions. */
function ApiLevels({ mapping, levels, onChange }: Props) {
  const { t } = useTranslation('import');
  const version = mapping.fields.declared_os_version;
  if (!version || (!levels && version.apiLevels === undefined)) return null;
  return (
    <Checkbox
      label={t('api_levels')}
      description={t('api_levels_hint')}
      checked={version.apiLevels ?? false}
      onChange={({ currentTarget: { checked } }) =>
        onChange({
          ...mapping,
          fields: { ...mapping.fields, declared_os_version: { ...version, apiLevels: checked } },
        })
      }
    />
  );
}
