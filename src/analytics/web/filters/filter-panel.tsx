import { Button, Drawer } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DimensionFilters } from '#analytics/contract/filters.ts';
import { offeredFilters } from '#analytics/contract/offered.ts';
import { CalendarWords, useCalendarLabels } from '#platform/web/form/calendar-words.tsx';
import { typedDay } from '#platform/web/form/typed-day.ts';
import { earliest } from '#platform/web/layout/date-limits.ts';
import { useBoard } from '../board/board-state.tsx';
import { FilterDimension } from './filter-dimension.tsx';
import styles from './filters.module.css';
import { toggled } from './where.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** All filters at once. Nothing changes before Apply: each change would ask every card of the board again. */
export function FilterPanel({ opened, onClose }: Props) {
  const { t } = useTranslation('board');
  const ariaLabels = useCalendarLabels();
  const { board, where, setWhere, selection } = useBoard();
  const { range, limits, pkg } = selection;
  // What was left out of the person's selection is refused by the server too.
  const offered = offeredFilters(board).filter((name) => pkg.filters?.includes(name) ?? true);
  const [draft, setDraft] = useState<DimensionFilters>(where);
  const [days, setDays] = useState(range);
  useEffect(() => {
    if (!opened) return;
    setDraft(where);
    setDays(range);
  }, [opened, where, range]);

  const reversed = days.to < days.from;
  const apply = (): void => {
    setWhere(draft, days);
    onClose();
  };
  const date = {
    ariaLabels,
    valueFormat: 'DD/MM/YYYY',
    // Its own reading puts the month first.
    dateParser: typedDay,
    minDate: earliest(limits),
    maxDate: limits.today,
    size: 'sm',
  } as const;

  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={t('advance_search')}
      size={420}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        className={styles.panel}
        onSubmit={(event) => {
          event.preventDefault();
          if (!reversed) apply();
        }}
      >
        <CalendarWords>
          <div className={styles.days}>
            <DateInput
              {...date}
              label={t('start_date')}
              value={days.from}
              onChange={(from) => from && setDays({ ...days, from })}
            />
            <DateInput
              {...date}
              label={t('end_date')}
              value={days.to}
              onChange={(to) => to && setDays({ ...days, to })}
              error={reversed && t('days_reversed')}
            />
          </div>
        </CalendarWords>
        <div>
          {offered.map((name) => (
            <FilterDimension
              key={name}
              name={name}
              chosen={draft[name] ?? []}
              onToggle={(value) => setDraft(toggled(draft, name, value))}
              onAll={() => setDraft({ ...draft, [name]: [] })}
            />
          ))}
        </div>
        <div className={styles.foot}>
          <Button type="submit" disabled={reversed}>
            {t('apply')}
          </Button>
          <Button variant="default" onClick={() => setDraft({})}>
            {t('reset')}
          </Button>
        </div>
      </form>
    </Drawer>
  );
}
