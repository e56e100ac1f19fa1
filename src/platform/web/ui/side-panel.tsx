import type { ReactNode } from 'react';
import { FormDrawer } from '../form/form-drawer.tsx';

interface Props {
  opened: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** What it holds is shown once: it is not lost by a click beside it. */
  stays?: boolean;
  /** It holds a picture. */
  wide?: boolean;
}

/** Details or a short form beside the list they belong to. */
export function SidePanel({ opened, title, onClose, children, stays = false, wide = false }: Props) {
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={title}
      size={`min(${wide ? 760 : 500}px, 100vw)`}
      closeOnClickOutside={!stays}
    >
      {children}
    </FormDrawer>
  );
}
