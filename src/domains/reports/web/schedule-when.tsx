import { NumberInput, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { COVERS, daysCovered, FREQUENCIES, WEEKDAYS } from '#domains/reports/contract/schedule.ts';
import { clockText, weekdayName } from '#domains/reports/contract/schedule-words.ts';
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
  const { t } = useTranslation('schedules');
  const format = useFormat();
  const { frequency, hour, zone, covers } = draft;
  const zones = ZONES.includes(zone) ? ZONES : [zone, ...ZONES];
  const { from, to } = daysCovered(covers, todayIn(zone, new Date()));
  const days = from === to ? format.day(from) : `${format.day(from)} – ${format.day(to)}`;
  return (
    <>
      <FieldPair>
        <Select
          label={t('frequency')}
          data={FREQUENCIES.map((value) => ({ value, label: t(`frequency_${value}`) }))}
          value={frequency}
          allowDeselect={false}
          description={frequency === 'first_working_day' ? t('working_day_hint') : undefined}
          inputWrapperOrder={BELOW}
          onChange={(value) => onChange({ frequency: asFrequency(value) })}
        />
        <DayOfRun draft={draft} onChange={onChange} />
      </FieldPair>
      <FieldPair>
        <Select
          label={t('hour')}
          data={HOURS}
          value={String(hour)}
          allowDeselect={false}
          onChange={(value) => onChange({ hour: Number(value) })}
        />
        <Select
          label={t('zone')}
          data={[...zones]}
          value={zone}
          searchable
          limit={200}
          allowDeselect={false}
          onChange={(value) => value !== null && onChange({ zone: value })}
        />
      </FieldPair>
      <Select
        label={t('covers')}
        data={COVERS.map((value) => ({ value, label: t(`covers_${value}`) }))}
        value={covers}
        allowDeselect={false}
        description={t('covers_example', { days })}
        inputWrapperOrder={BELOW}
        onChange={(value) => onChange({ covers: asCovers(value) })}
      />
    </>
  );
}

function DayOfRun({ draft: { frequency, weekday, day }, onChange }: Props) {
  const { t, i18n } = useTranslation('schedules');
  if (frequency === 'weekly')
    return (
      <Select
        label={t('weekday')}
        data={WEEKDAYS.map((value) => ({ value: String(value), label: weekdayName(i18n.language, value) }))}
        value={String(weekday)}
        allowDeselect={false}
        onChange={(value) => onChange({ weekday: Number(value) })}
      />
    );
  if (frequency !== 'monthly') return null;
  return (
    <NumberInput
      label={t('month_day')}
      description={day > 28 ? t('month_day_hint') : undefined}
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
