import { Notifications } from '@mantine/notifications';

/** Where toasts stand: below, where no dialog has its headline. */
export const Toasts = () => <Notifications position="bottom-right" limit={4} />;
