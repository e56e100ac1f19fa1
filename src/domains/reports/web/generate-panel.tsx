import { Alert, Radio, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Report } from '#domains/reports/contract/report.ts';
import { type AskedReportInput, generateBody } from '#domains/reports/contract/report-query.ts';
import { FILE_FORMATS, type FileFormat, MOST_SHEET_ROWS } from '#platform/contract/file-formats.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import styles from './reports.module.css';
import { questionOf } from './schedule-draft.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { useGenerate } from './use-entries.ts';

interface Props {
  opened: boolean;
  report: Report;
  asked: AskedReportInput;
  /** Rows there are now; undefined while they are counted. */
  total: number | undefined;
  onClose: () => void;
}

const WHEN = ['now', 'schedule'] as const;

/** Has what stands on the page made as a file, in the background: once, or again and again and sent by mail. */
export function GeneratePanel({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation('reports');
  const [when, setWhen] = useState<(typeof WHEN)[number]>('now');
  const { report, asked } = props;
  return (
    <SidePanel opened={opened} title={t('reports:generate')} onClose={onClose}>
      <div className={styles.panel}>
        <SegmentedControl
          fullWidth
          aria-label={t('reports:schedule_tab')}
          data={WHEN.map((value) => ({ value, label: t(`reports:schedule_tab_${value}`) }))}
          value={when}
          onChange={setWhen}
        />
        {when === 'now' ? (
          <GenerateForm {...props} onDone={onClose} />
        ) : (
          <ScheduleForm subject={report.id} asked={{ asked: questionOf(asked) }} onDone={onClose} />
        )}
      </div>
    </SidePanel>
  );
}

function GenerateForm({ report, asked, total, onDone }: Omit<Props, 'opened' | 'onClose'> & { onDone: () => void }) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const errorText = useErrorText();
  const [name, setName] = useState('');
  const [form, setForm] = useState<FileFormat>('csv');
  const { generate, failure } = useGenerate(report, () => {
    notify('done', t('asked_for'));
    onDone();
  });
  const more = total !== undefined && total > MOST_SHEET_ROWS;
  return (
    <div data-code={failure?.code}>
      <FormCard
        frame="none"
        submit={t('generate')}
        busy={generate.isPending}
        failure={failure ? errorText(failure.error) : undefined}
        onSubmit={() => generate.mutate({ asked, format: form, ...(name.trim() === '' ? {} : { name: name.trim() }) })}
        onCancel={onDone}
      >
        <p>
          {t('generate_about', {
            from: format.day(asked.start_date ?? ''),
            to: format.day(asked.end_date ?? ''),
            count: total ?? 0,
            rows: total === undefined ? '…' : format.number(total),
          })}
        </p>
        <TextInput
          label={t('name')}
          description={t('name_hint')}
          value={name}
          maxLength={longest(generateBody.shape.name.unwrap())}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group
          label={t('format')}
          value={form}
          onChange={(value) => setForm(FILE_FORMATS.find((each) => each === value) ?? 'csv')}
        >
          <Stack gap={10} mt={8}>
            {FILE_FORMATS.map((value) => (
              <Radio key={value} value={value} label={t(`format_${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {form === 'xlsx' && more && (
          <Alert color="suspect">{t('sheet_holds', { most: format.number(MOST_SHEET_ROWS) })}</Alert>
        )}
      </FormCard>
    </div>
  );
}
