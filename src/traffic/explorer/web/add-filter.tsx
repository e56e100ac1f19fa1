import { Button, Popover, Select, TextInput } from '@mantine/core';
import IconFilterPlus from '@tabler/icons-react/dist/esm/icons/IconFilterPlus.mjs';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { longest } from '#platform/web/form/text-limits.ts';
import { DIMENSION_NAMES, type DimensionName } from '#traffic/event/contract/dimensions.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { columnValue } from '#traffic/explorer/contract/events-endpoints.ts';
import styles from './events.module.css';

interface Props {
  onAdd: (name: DimensionName, value: string) => void;
}

/** The verdict has a control of its own beside this one. */
const OFFERED = DIMENSION_NAMES.filter((name) => name !== 'verdict');

const isDimension = (name: string | null): name is DimensionName => OFFERED.some((one) => one === name);

/** Any further filter: a field and the value it must have, exactly as the events hold it. */
export function AddFilter({ onAdd }: Props) {
  const { t } = useTranslation('events');
  const names = useNames();
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState<string | null>(null);
  const [value, setValue] = useState('');
  const wanted = value.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isDimension(name) || wanted === '') return;
    onAdd(name, wanted);
    setValue('');
    setOpened(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" withinPortal trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilterPlus size={16} aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {t('filter_add')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filter_add')}>
        <form className={styles.addFilter} onSubmit={submit}>
          <Select
            label={t('filter_field')}
            data={OFFERED.map((one) => ({ value: one, label: names.dimension(one) }))}
            value={name}
            onChange={setName}
            searchable
            comboboxProps={{ withinPortal: false }}
            data-autofocus
          />
          <TextInput
            label={t('filter_value')}
            description={t('filter_value_how')}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            maxLength={longest(columnValue)}
          />
          <Button type="submit" disabled={!isDimension(name) || wanted === ''}>
            {t('filter_apply')}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
