import { Drawer, type DrawerProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTypedGuard } from './typed-guard.tsx';

interface Props extends Omit<DrawerProps, 'onClose'> {
  /** Told to close; what was typed is done with. */
  onClose: () => void;
  of?: string | undefined;
  live?: boolean | undefined;
}

/** A drawer in which something is typed; closing it over that is asked about. */
export function FormDrawer({ opened, onClose, of, live, closeOnClickOutside = true, children, ...drawer }: Props) {
  const { t } = useTranslation('ui');
  const guard = useTypedGuard({ opened, onClose, of, live });
  return (
    <>
      <Drawer
        closeButtonProps={{ 'aria-label': t('close') }}
        {...drawer}
        opened={opened}
        onClose={guard.close}
        // The second half of a double click on a row is no wish to close what the first has opened.
        closeOnClickOutside={false}
        overlayProps={closeOnClickOutside ? { onClick: (click) => click.detail < 2 && guard.close() } : {}}
      >
        {guard.watched(children)}
      </Drawer>
      {guard.question}
    </>
  );
}
