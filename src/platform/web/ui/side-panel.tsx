import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  opened: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** What it holds is shown once: it is not lost by a click beside it. */
  stays?: boolean;
}

/** Details or a short form beside the list they belong to. */
export function SidePanel({ opened, title, onClose, children, stays = false }: Props) {
  const { t } = useTranslation('ui');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={title}
      size="min(500px, 100vw)"
      closeButtonProps={{ 'aria-label': t('close') }}
      closeOnClickOutside={!stays}
    >
      {children}
    </Drawer>
  );
}
