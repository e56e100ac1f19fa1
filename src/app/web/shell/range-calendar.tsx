import { DatePicker } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addMonths, type DateRange } from '#platform/contract/date-range.ts';
import { CalendarWords, useCalendarLabels } from '#platform/web/form/calendar-words.tsx';
import { earliest } from '#platform/web/layout/date-limits.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { PRESET_NAMES, PRESETS } from './presets.ts';
import styles from './shell.module.css';

interface Props {
  onStart: (start: string | null) => void;
  onRange: (range: DateRange) => void;
}

/** Two months side by side where there is room, with the ranges people name. */
export function RangeCalendar({ onStart, onRange }: Props) {
  const { t } = useTranslation('shell');
  const ariaLabels = useCalendarLabels();
  const { range, limits, pkg } = useSelection();
  const wide = useMediaQuery('(min-width: 768px)', true, { getInitialValueInEffect: false });
  const [value, setValue] = useState<[string | null, string | null]>([range.from, range.to]);
  const first = earliest(limits);

  const change = ([from, to]: [string | null, string | null]): void => {
    setValue([from, to]);
    onStart(to === null ? from : null);
    if (from !== null && to !== null) onRange({ from, to });
  };

  return (
    <div className={styles.calendar}>
      <ul className={styles.presets}>
        {PRESET_NAMES.map((name) => {
          const preset = PRESETS[name](limits.today);
          return (
            <li key={name}>
              <button type="button" disabled={preset.from < first} onClick={() => onRange(preset)}>
                {t(`preset_${name}`)}
              </button>
            </li>
          );
        })}
      </ul>
      <div>
        <CalendarWords>
          <DatePicker
            type="range"
            numberOfColumns={wide ? 2 : 1}
            columnsToScroll={1}
            value={value}
            onChange={change}
            minDate={first}
            maxDate={limits.today}
            defaultDate={wide ? addMonths(range.to, -1) : range.to}
            allowSingleDateInRange
            ariaLabels={ariaLabels}
          />
        </CalendarWords>
        <p className={styles.zone}>{t('range_zone', { zone: pkg.time_zone })}</p>
      </div>
    </div>
  );
}
