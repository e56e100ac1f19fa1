import { DateInput, type DateInputProps } from '@mantine/dates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { CalendarWords, useCalendarLabels } from './calendar-words.tsx';
import { readDay, readMoment } from './typed-day.ts';

type Kept = 'label' | 'aria-label' | 'description' | 'placeholder' | 'error' | 'required' | 'w' | 'size' | 'disabled';

interface Props extends Pick<DateInputProps, Kept> {
  /** `YYYY-MM-DD`, or '' for none. */
  value: string;
  onChange: (day: string) => void;
  /** Last day that can be chosen. */
  max?: string;
}

/**
 * A calendar for what is typed as well: days are written as everywhere on the screens of the reader's language. It opens
 * by a click or the arrow down, and not under the hands of who types: it would lie over what stands below.
 */
function Field({ value, onChange, ...rest }: Omit<DateInputProps, 'value' | 'onChange'> & Omit<Props, 'max'>) {
  const ariaLabels = useCalendarLabels();
  const [opened, setOpened] = useState(false);
  return (
    <CalendarWords>
      <DateInput
        {...rest}
        value={value === '' ? null : value}
        onChange={(day) => {
          setOpened(false);
          onChange(day ?? '');
        }}
        onInput={() => setOpened(false)}
        onClick={() => setOpened(true)}
        onBlur={() => setOpened(false)}
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown') setOpened(true);
          if (key === 'Escape') setOpened(false);
        }}
        ariaLabels={ariaLabels}
        allowDeselect
        popoverProps={{ withinPortal: true, opened, onChange: setOpened }}
        // Escape closes the calendar and not the dialog around it.
        data-mantine-stop-propagation={opened || undefined}
      />
    </CalendarWords>
  );
}

export function DayField({ max, ...rest }: Props) {
  const { t, i18n } = useTranslation('ui');
  const format = useFormat();
  return (
    <Field
      placeholder={t('day_hint')}
      {...rest}
      {...(max === undefined ? {} : { maxDate: max })}
      valueFormat={format.day}
      dateParser={(text) => readDay(text, i18n.language)}
    />
  );
}

/** A moment in UTC, as Unix milliseconds. */
export function MomentField({
  ms,
  onChange,
  ...rest
}: Pick<DateInputProps, Kept> & { ms: number; onChange: (ms: number) => void }) {
  const { i18n } = useTranslation();
  const format = useFormat();
  const inUtc = (text: string): string => `${text.replace(' ', 'T')}Z`;
  return (
    <Field
      {...rest}
      withTime
      value={new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}
      onChange={(text) => text !== '' && onChange(Date.parse(inUtc(text)))}
      valueFormat={(text) => format.dateTime(inUtc(text), 'UTC')}
      dateParser={(text) => readMoment(text, i18n.language)}
    />
  );
}
