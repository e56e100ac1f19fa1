import { Button } from '@mantine/core';
import type { Column, Row } from '../table/column.ts';
import { type RowAction, RowMenu } from './row-menu.tsx';

interface RowButtonProps {
  children: string;
  /** The words with the name of the row in them: many buttons of a list are called the same. */
  label: string;
  onClick: () => void;
  danger?: boolean;
  disabled?: boolean;
}

/** The one thing that can be done with a row. */
export const RowButton = ({ children, label, danger = false, ...button }: RowButtonProps) => (
  <Button size="compact-sm" variant="subtle" aria-label={label} {...(danger ? { color: 'fraud' } : {})} {...button}>
    {children}
  </Button>
);

/** Last column: everything that can be done with a row, behind one button named after the row. */
export const menuColumn = <R extends Row>(
  header: string,
  of: (row: R) => { label: string; actions: readonly RowAction[] },
): Column<R> => ({
  id: 'actions',
  header,
  kind: 'text',
  width: 84,
  sortable: false,
  render: (row) => <RowMenu {...of(row)} />,
});

/** Last column: a button, where the row has one. */
export const buttonColumn = <R extends Row>(
  header: string,
  of: (row: R) => RowButtonProps | undefined,
  width = 136,
): Column<R> => ({
  id: 'actions',
  header,
  kind: 'text',
  width,
  sortable: false,
  render: (row) => {
    const button = of(row);
    return button && <RowButton {...button} />;
  },
});
