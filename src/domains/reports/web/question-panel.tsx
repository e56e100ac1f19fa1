import { useTranslation } from 'react-i18next';
import { QUESTION } from '#domains/reports/contract/subjects.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import styles from './reports.module.css';
import { type ScheduledAsk, ScheduleForm } from './schedule-form.tsx';

interface Props {
  opened: boolean;
  /** What the question is called until somebody says otherwise. */
  name: string;
  question: NonNullable<ScheduledAsk['question']>;
  onClose: () => void;
}

/** Has the answer to a question of Explore made again and again, and sent by mail. */
export function QuestionPanel({ opened, name, question, onClose }: Props) {
  const { t } = useTranslation('reports');
  return (
    <SidePanel opened={opened} title={t('schedule_question')} onClose={onClose}>
      <div className={styles.panel}>
        <p className={styles.why}>{t('schedule_question_about')}</p>
        <ScheduleForm subject={QUESTION} asked={{ question }} name={name} onDone={onClose} />
      </div>
    </SidePanel>
  );
}
