import { Alert, MultiSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_ATTACHED_BYTES, MOST_RECIPIENTS } from '#domains/reports/contract/schedule.ts';
import {
  type ReportSchedule,
  scheduleEndpoints,
  scheduleSettings,
} from '#domains/reports/contract/schedule-endpoints.ts';
import { formatsOf } from '#domains/reports/contract/subjects.ts';
import { bytesText } from '#platform/contract/bytes-text.ts';
import type { CallInput } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { asFormat, draftOf, newDraft, type ScheduleDraft, settingsOf } from './schedule-draft.ts';
import { WhenFields } from './schedule-when.tsx';
import { usePeople, useSchedules, useSchedulesChanged } from './use-schedules.ts';

/** What is asked: of a report, or of Explore. */
export type ScheduledAsk = Pick<CallInput<typeof scheduleEndpoints.add>['body'], 'asked' | 'question'>;

interface Props {
  /** Id of a report, or `explore`. */
  subject: string;
  asked: ScheduledAsk;
  /** What a new one is called until somebody says otherwise. */
  name?: string;
  /** The one that is changed; a new one when left out. */
  schedule?: ReportSchedule | undefined;
  onDone: () => void;
}

/** When a file is made again, about which days, as which file and for whom. */
export function ScheduleForm({ subject, asked, name = '', schedule, onDone }: Props) {
  const { t } = useTranslation('reports');
  const { pkg } = useSelection();
  const errorText = useErrorText();
  const [draft, setDraft] = useState<ScheduleDraft>(schedule ? draftOf(schedule) : newDraft(pkg.time_zone, name));
  const set = (part: Partial<ScheduleDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const [tried, setTried] = useState(false);
  const people = usePeople(subject).data?.data ?? [];
  // Who may send to nobody else has nobody to choose.
  const [alone] = people.length === 1 ? people : [];
  const oneself = people.flatMap(({ id, own }) => (own ? id : []));
  const recipients = alone ? [alone.id] : (draft.recipients ?? oneself);
  const save = useSave({ subject, asked, schedule, onDone });
  const nobody = recipients.length === 0;
  return (
    <FormCard
      frame="none"
      submit={t(schedule ? 'reports:schedule_save' : 'reports:schedule_submit')}
      busy={save.isPending}
      failure={save.isError ? errorText(save.error) : undefined}
      onSubmit={() => (nobody ? setTried(true) : save.mutate({ ...draft, recipients }))}
      onCancel={onDone}
    >
      <MailNote />
      <TextInput
        label={t('reports:name')}
        description={name === '' ? t('reports:name_hint') : undefined}
        value={draft.name}
        maxLength={longest(scheduleSettings.shape.name)}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <WhenFields draft={draft} onChange={set} />
      <FormatField subject={subject} draft={draft} onChange={set} />
      {alone ? (
        <p>{t('reports:schedule_recipients_oneself', { email: alone.email })}</p>
      ) : (
        <MultiSelect
          label={t('reports:schedule_recipients')}
          description={t('reports:schedule_recipients_hint', { most: MOST_RECIPIENTS })}
          data={people.map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email})` }))}
          value={recipients.map(String)}
          onChange={(ids) => set({ recipients: ids.map(Number) })}
          maxValues={MOST_RECIPIENTS}
          error={tried && nobody ? t('reports:schedule_recipients_needed') : undefined}
          searchable
          required
          hidePickedOptions
        />
      )}
    </FormCard>
  );
}

function useSave({ subject, asked, schedule, onDone }: Omit<Props, 'name'>) {
  const { t } = useTranslation('reports');
  const { pkg } = useSelection();
  const format = useFormat();
  const changed = useSchedulesChanged();
  return useMutation({
    mutationFn: (draft: ScheduleDraft) => {
      const settings = { ...settingsOf(draft), ...asked };
      if (schedule) return call(scheduleEndpoints.save, { params: { id: schedule.id }, body: settings });
      return call(scheduleEndpoints.add, {
        body: { ...settings, package_name: pkg.package_name, report: subject },
      });
    },
    onSuccess: ({ data: { next_at, time_zone } }) => {
      changed();
      const when = next_at === null ? '' : format.moment(next_at, time_zone);
      notify('done', schedule ? t('schedule_changed') : t('schedule_added', { when }));
      onDone();
    },
  });
}

/** Said before somebody waits for mails that do not come. */
export function MailNote() {
  const { t } = useTranslation('reports');
  const mail = useSchedules(1).data?.mail ?? 'smtp';
  if (mail === 'smtp') return null;
  return <Alert color="suspect">{t(`schedule_no_mail_${mail}`)}</Alert>;
}

interface FieldProps {
  draft: ScheduleDraft;
  onChange: (part: Partial<ScheduleDraft>) => void;
}

function FormatField({ subject, draft, onChange }: FieldProps & { subject: string }) {
  const { t, i18n } = useTranslation('reports');
  return (
    <Radio.Group
      label={t('schedule_format')}
      description={t('schedule_format_hint', { size: bytesText(i18n.language, MOST_ATTACHED_BYTES) })}
      value={draft.format}
      onChange={(value) => onChange({ format: asFormat(value) })}
    >
      <Stack gap={10} mt={8}>
        {formatsOf(subject).map((value) => (
          <Radio key={value} value={value} label={t(`schedule_format_${value}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
