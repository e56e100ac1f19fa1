import { Button, Checkbox, Popover, Stack, Switch } from '@mantine/core';
import IconColumns from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs';
import { useTranslation } from 'react-i18next';
import type { Column, Row } from './column.ts';
import type { Density } from './use-density.ts';
import type { ShownColumns } from './use-shown-columns.ts';

interface Props<R extends Row> {
  columns: readonly Column<R>[];
  choice: ShownColumns<R>;
  density: Density;
  onDensity: (density: Density) => void;
}

export function ColumnChooser<R extends Row>({ columns, choice, density, onDensity }: Props<R>) {
  const { t } = useTranslation('ui');
  return (
    <Popover position="bottom-end" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button variant="subtle" color="gray" size="compact-sm" leftSection={<IconColumns size={16} aria-hidden />}>
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Switch
          mb="sm"
          size="xs"
          label={t('rows_compact')}
          checked={density === 'compact'}
          onChange={(event) => onDensity(event.currentTarget.checked ? 'compact' : 'normal')}
        />
        <Stack gap={6} mah={320} style={{ overflowY: 'auto' }}>
          {columns.map((column, index) => (
            <Checkbox
              key={column.id}
              label={column.header}
              checked={choice.isShown(column.id)}
              disabled={index === 0}
              onChange={() => choice.toggle(column.id)}
            />
          ))}
        </Stack>
        <Button mt="sm" variant="subtle" size="compact-sm" onClick={choice.reset}>
          {t('columns_reset')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
