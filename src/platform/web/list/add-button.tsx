import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { Link } from '../layout/link.tsx';

type Props = { children: string } & ({ to: string; onClick?: () => void } | { onClick: () => void });

/** The way to a new row of a list: a page of its own, or a panel beside the list. */
export function AddButton({ children, ...where }: Props) {
  const icon = <IconPlus size={16} aria-hidden />;
  return 'to' in where ? (
    <Button component={Link} {...where} leftSection={icon}>
      {children}
    </Button>
  ) : (
    <Button onClick={where.onClick} leftSection={icon}>
      {children}
    </Button>
  );
}
