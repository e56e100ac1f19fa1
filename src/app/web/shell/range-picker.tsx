import { Popover } from '@mantine/core';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DateRange } from '#platform/contract/date-range.ts';
import { inPicker } from '#platform/web/layout/date-limits.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { notify } from '#platform/web/ui/notify.ts';
import styles from './shell.module.css';

const RangeCalendar = lazy(() => import('./range-calendar.tsx').then((m) => ({ default: m.RangeCalendar })));

/** The calendar comes when it is opened: most visits keep the range they have. */
export function RangePicker() {
  const { t } = useTranslation('shell');
  const { range, chooseRange } = useSelection();
  const [opened, setOpened] = useState(false);
  /** A start without its end yet. */
  const [start, setStart] = useState<string | null>(null);

  const change = (open: boolean): void => {
    // The calendar would drop a lone start silently; the person is told instead.
    if (!open && start !== null) notify('failed', t('range_no_end'));
    setStart(null);
    setOpened(open);
  };
  const choose = (chosen: DateRange): void => {
    setStart(null);
    setOpened(false);
    chooseRange(chosen);
  };

  return (
    <Popover opened={opened} onChange={change} position="bottom-end" shadow="md" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={styles.control}
          aria-label={`${t('range')}: ${inPicker(range.from)} – ${inPicker(range.to)}`}
          onClick={() => change(!opened)}
        >
          <IconCalendar size={16} aria-hidden />
          <span className={styles.dates}>
            {inPicker(range.from)} – {inPicker(range.to)}
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Suspense fallback={<div className={styles.calendarSpace} />}>
          <RangeCalendar onStart={setStart} onRange={choose} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
