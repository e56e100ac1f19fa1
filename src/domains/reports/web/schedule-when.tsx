import { NumberInput, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { COVERS, daysCovered, FREQUENCIES, WEEKDAYS } from '#domains/reports/contract/schedule.ts';
import { clockText, SHORTEST_MONTH, weekdayName } from '#domains/reports/contract/schedule-words.ts';
import { todayIn } from '#platform/contract/date-range.ts';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { asCovers, asFrequency, type ScheduleDraft } from './schedule-draft.ts';

const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: clockText(hour) }));
const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

interface Props {
  draft: ScheduleDraft;
  onChange: (part: Partial<ScheduleDraft>) => void;
}

/** Day, hour and zone of the runs, and which days each of them is about. */
export function WhenFields({ draft, onChange }: Props) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const { frequency, hour, zone, covers } = draft;
  const zones = ZONES.includes(zone) ? ZONES : [zone, ...ZONES];
  const { from, to } = daysCovered(covers, todayIn(zone, new Date()));
  const days = from === to ? format.day(from) : `${format.day(from)} – ${format.day(to)}`;
  return (
    <>
      <FieldPair>
        <Select
          label={t('schedule_frequency')}
          data={FREQUENCIES.map((value) => ({ value, label: t(`schedule_frequency_${value}`) }))}
          value={frequency}
          allowDeselect={false}
          description={frequency === 'first_working_day' ? t('schedule_working_day_hint') : undefined}
          inputWrapperOrder={BELOW}
          onChange={(value) => onChange({ frequency: asFrequency(value) })}
        />
        <DayOfRun draft={draft} onChange={onChange} />
      </FieldPair>
      <FieldPair>
        <Select
          label={t('schedule_hour')}
          data={HOURS}
          value={String(hour)}
          allowDeselect={false}
          onChange={(value) => onChange({ hour: Number(value) })}
        />
        <Select
          label={t('schedule_zone')}
          data={[...zones]}
          value={zone}
          searchable
          limit={200}
          allowDeselect={false}
          onChange={(value) => value !== null && onChange({ zone: value })}
        />
      </FieldPair>
      <Select
        label={t('schedule_covers')}
        data={COVERS.map((value) => ({ value, label: t(`schedule_covers_${value}`) }))}
        value={covers}
        allowDeselect={false}
        description={t('schedule_covers_example', { days })}
        inputWrapperOrder={BELOW}
        onChange={(value) => onChange({ covers: asCovers(value) })}
      />
    </>
  );
}

function DayOfRun({ draft: { frequency, weekday, day }, onChange }: Props) {
  const { t, i18n } = useTranslation('reports');
  if (frequency === 'weekly')
    return (
      <Select
        label={t('schedule_weekday')}
        data={WEEKDAYS.map((value) => ({ value: String(value), label: weekdayName(i18n.language, value) }))}
        value={String(weekday)}
        allowDeselect={false}
        onChange={(value) => onChange({ weekday: Number(value) })}
      />
    );
  if (frequency !== 'monthly') return null;
  return (
    <NumberInput
      label={t('schedule_month_day')}
      description={day > SHORTEST_MONTH ? t('schedule_month_day_hint') : undefined}
      inputWrapperOrder={BELOW}
      value={day}
      min={1}
      max={31}
      allowDecimal={false}
      clampBehavior="strict"
      onChange={(value) => onChange({ day: Math.max(1, Number(value) || 1) })}
    />
  );
}
