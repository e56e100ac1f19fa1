import { DatesProvider } from '@mantine/dates';
import 'dayjs/locale/de';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/ja';
import 'dayjs/locale/zh';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Names of days and months in a calendar, in the reader's language. */
export function CalendarWords({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  return <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: 1 }}>{children}</DatesProvider>;
}

/** What the arrows of a calendar are called. */
export function useCalendarLabels() {
  const { t } = useTranslation('ui');
  const [earlier, later] = [t('calendar_earlier'), t('calendar_later')];
  return {
    previousMonth: earlier,
    nextMonth: later,
    previousYear: earlier,
    nextYear: later,
    previousDecade: earlier,
    nextDecade: later,
  };
}
