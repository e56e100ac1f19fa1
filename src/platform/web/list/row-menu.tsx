import { ActionIcon, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { Fragment } from 'react';

export interface RowAction {
  label: string;
  onClick: () => void;
  /** What cannot be taken back stands apart and red. */
  danger?: boolean;
}

/** What can be done with one row. Reached by keyboard; the label names the row. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label: words, onClick, danger }, index) => (
          <Fragment key={words}>
            {danger && index > 0 && !actions[index - 1]?.danger && <Menu.Divider />}
            <Menu.Item onClick={onClick} {...(danger ? { color: 'fraud' } : {})}>
              {words}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
