import type { AskedReportInput } from '#domains/reports/contract/report-query.ts';
import { COVERS, type Covers, FREQUENCIES, SCHEDULE_FORMATS, type Timing } from '#domains/reports/contract/schedule.ts';
import type {
  ReportSchedule,
  ScheduledQuestion,
  ScheduleSettings,
} from '#domains/reports/contract/schedule-endpoints.ts';

/** What is in the fields of a form: every choice keeps its value while another frequency is looked at. */
export interface ScheduleDraft {
  name: string;
  frequency: Timing['frequency'];
  weekday: number;
  day: number;
  hour: number;
  zone: string;
  covers: Covers;
  format: ScheduleSettings['format'];
  /** Oneself until somebody is chosen. */
  recipients: readonly number[] | undefined;
}

export const newDraft = (zone: string, name: string): ScheduleDraft => ({
  name,
  frequency: 'weekly',
  weekday: 1,
  day: 1,
  hour: 8,
  zone,
  covers: 'last_7_days',
  format: 'csv',
  recipients: undefined,
});

export function draftOf(schedule: ReportSchedule): ScheduleDraft {
  const { timing, recipients } = schedule;
  const { name, hour, time_zone: zone, covers, format } = schedule;
  return {
    name,
    frequency: timing.frequency,
    weekday: timing.frequency === 'weekly' ? timing.weekday : 1,
    day: timing.frequency === 'monthly' ? timing.day : 1,
    hour,
    zone,
    covers,
    format,
    recipients: recipients.flatMap(({ id, off }) => (off === null ? id : [])),
  };
}

function timingOf({ frequency, weekday, day }: ScheduleDraft): Timing {
  if (frequency === 'weekly') return { frequency, weekday };
  if (frequency === 'monthly') return { frequency, day };
  return { frequency };
}

/** What is sent of a draft, beside what the report asks. */
export const settingsOf = (draft: ScheduleDraft) => ({
  name: draft.name.trim(),
  format: draft.format,
  timing: timingOf(draft),
  hour: draft.hour,
  time_zone: draft.zone,
  covers: draft.covers,
  recipients: [...(draft.recipients ?? [])],
});

/** What a page asks, without what every run says anew. */
export function questionOf(asked: AskedReportInput): ScheduledQuestion {
  const { package_name: _, start_date: __, end_date: ___, fromDate: ____, toDate: _____, ...question } = asked;
  return question;
}

const among = <T extends string>(known: readonly T[], said: string | null, usual: T): T =>
  known.find((each) => each === said) ?? usual;

export const asFrequency = (said: string | null) => among(FREQUENCIES, said, 'daily');
export const asCovers = (said: string | null) => among(COVERS, said, 'yesterday');
export const asFormat = (said: string | null) => among(SCHEDULE_FORMATS, said, 'csv');
