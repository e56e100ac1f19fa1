import { Button, Popover, SegmentedControl, Select } from '@mantine/core';
import IconFilterPlus from '@tabler/icons-react/dist/esm/icons/IconFilterPlus.mjs';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDimension } from '#traffic/event/contract/dimensions.ts';
import { groupedKeys } from '#traffic/event/web/grouped-keys.ts';
import { useNames } from '#traffic/event/web/names.ts';
import type { ValueField } from '#traffic/explorer/contract/events-endpoints.ts';
import type { AddressFilter, FilterChange, FilterName } from './event-address.ts';
import styles from './events.module.css';
import { ValueList } from './value-list.tsx';
import type { ValueSource } from './value-source.ts';

interface Props {
  source: ValueSource;
  filters: readonly AddressFilter[];
  onChange: (change: FilterChange) => void;
  /** Open for this field, for any (`null`), or closed. */
  field: FilterName | null | undefined;
  onField: (field: FilterName | null | undefined) => void;
}

/** The field whose values are offered; older names stand for newer ones, and imports are no field. */
function pickable(field: FilterName | null): ValueField | null {
  if (field === 'import') return null;
  return field === 'group' ? 'reason_group' : field;
}

/** Any filter: a field by its name, then its values as the events have them, with how many have each. */
export function FilterPicker({ field, onField, ...props }: Props) {
  const { t } = useTranslation('events');
  const opened = field !== undefined;
  return (
    <Popover
      opened={opened}
      onChange={(open) => onField(open ? null : undefined)}
      position="bottom-end"
      withinPortal
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilterPlus size={16} aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => onField(opened ? undefined : null)}
        >
          {t('filter_add')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filter_add')}>
        {opened && <Picker {...props} first={pickable(field)} onDone={() => onField(undefined)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

interface PickerProps extends Pick<Props, 'source' | 'filters' | 'onChange'> {
  first: ValueField | null;
  onDone: () => void;
}

function Picker({ source, filters, onChange, first, onDone }: PickerProps) {
  const { t } = useTranslation('events');
  const names = useNames();
  const [name, setName] = useState<ValueField | null>(first);
  const held = heldFor(filters, name);
  const [chosen, setChosen] = useState(() => chosenIn(held));
  const choose = (next: string | null): void => {
    const field = source.fields.find((one) => one === next);
    if (!field) return;
    setName(field);
    setChosen(chosenIn(heldFor(filters, field)));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name === null) return;
    onChange({ name: held?.name ?? name, ...chosen });
    onDone();
  };
  return (
    <form className={styles.picker} onSubmit={submit}>
      <Select
        label={t('filter_field')}
        data={groupedKeys(source.fields, names)}
        value={name}
        onChange={choose}
        searchable
        nothingFoundMessage={t('facts_none')}
        comboboxProps={{ withinPortal: false }}
        {...(first === null ? { 'data-autofocus': true } : {})}
      />
      {name !== null && (
        <>
          {isDimension(name) && (
            <SegmentedControl
              size="xs"
              fullWidth
              aria-label={t('filter_how')}
              data={[
                { value: 'is', label: t('filter_is') },
                { value: 'not', label: t('filter_not') },
              ]}
              value={chosen.not ? 'not' : 'is'}
              onChange={(how) => setChosen({ ...chosen, not: how === 'not' })}
            />
          )}
          <ValueList
            key={name}
            field={name}
            source={source}
            chosen={chosen.values}
            onChosen={(values) => setChosen({ ...chosen, values })}
          />
          <Button type="submit" disabled={chosen.values.length === 0 && !held}>
            {t('filter_apply')}
          </Button>
        </>
      )}
    </form>
  );
}

interface Chosen {
  not: boolean;
  values: readonly string[];
}

/** The filter there is for a field, also under its older name. */
const heldFor = (filters: readonly AddressFilter[], name: ValueField | null): AddressFilter | undefined =>
  filters.find((filter) => filter.name === name || (filter.name === 'group' && name === 'reason_group'));

/** Kinds may stand in the address as the dashboards spell them. */
const chosenIn = (held: AddressFilter | undefined): Chosen => ({
  not: held?.not ?? false,
  values: (held?.values ?? []).map((value) => (held?.name === 'kind' ? value.toLowerCase() : value)),
});
