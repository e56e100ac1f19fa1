import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { VERDICTS } from '#traffic/event/contract/event.ts';
import { kindsFor } from '#traffic/event/contract/kinds-of-platform.ts';
import { useNames } from '#traffic/event/web/names.ts';
import type { FilterName } from './event-address.ts';
import styles from './events.module.css';
import { FilterPicker } from './filter-picker.tsx';
import { SearchField } from './search-field.tsx';
import type { EventAddress } from './use-event-address.ts';
import type { EventsQuestion } from './use-events.ts';
import { eventValues } from './value-source.ts';

interface FilterProps {
  address: EventAddress;
  question: EventsQuestion;
  /** Field whose values are being chosen: any (`null`), or none now. */
  field: FilterName | null | undefined;
  onField: (field: FilterName | null | undefined) => void;
}

/** What narrows a list of events. */
export function EventFilters({ address, question, field, onField }: FilterProps) {
  const { t: ui } = useTranslation('ui');
  const { pkg } = useSelection();
  const names = useNames();
  return (
    <>
      <PickOne
        address={address}
        name="kind"
        label={names.column('kind')}
        data={kindsFor(pkg.platform).map((kind) => ({ value: kind, label: names.kind(kind) }))}
      />
      <PickOne
        address={address}
        name="verdict"
        label={names.dimension('verdict')}
        data={VERDICTS.map((verdict) => ({ value: verdict, label: ui(`verdict_${verdict}`) }))}
      />
      <SearchField search={address.search} onSearch={address.setSearch} />
      <FilterPicker
        source={eventValues(question)}
        filters={address.filters}
        onChange={address.setFilter}
        field={field}
        onField={onField}
      />
    </>
  );
}

const valuesOf = ({ filters }: EventAddress, name: FilterName): readonly string[] =>
  filters.find((filter) => filter.name === name && !filter.not)?.values ?? [];

interface PickOneProps {
  address: EventAddress;
  name: FilterName;
  label: string;
  data: { value: string; label: string }[];
}

/** A filter of which people mostly want one value; empty when the address names several. */
function PickOne({ address, name, label, data }: PickOneProps) {
  const { t } = useTranslation('events');
  const [only, ...more] = valuesOf(address, name);
  return (
    <Select
      size="sm"
      aria-label={label}
      placeholder={label}
      data={data}
      value={(more.length === 0 && only?.toLowerCase()) || null}
      onChange={(value) => address.setFilter({ name, not: false, values: value ? [value] : [] })}
      clearable
      clearButtonProps={{ 'aria-label': t('filter_remove', { name: label }) }}
      comboboxProps={{ withinPortal: true }}
      className={styles.pick ?? ''}
    />
  );
}
