import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MenuGroup } from './menu-groups.ts';
import { PackageSelect } from './package-select.tsx';
import { SideMenu } from './side-menu.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
  groups: readonly MenuGroup[];
}

/** The side menu on small screens. Loaded when first opened: wide screens never need it. */
export function MenuDrawer({ opened, onClose, groups }: Props) {
  const { t } = useTranslation('shell');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="left"
      size={300}
      title="Adsieve"
      padding="xs"
      closeButtonProps={{ 'aria-label': t('menu_close') }}
    >
      <PackageSelect />
      <SideMenu groups={groups} onFollow={onClose} />
    </Drawer>
  );
}
