import { useTranslation } from 'react-i18next';
import type { UploadView } from '#domains/tracking/contract/work-endpoints.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useTrackingWords } from '../use-tracking-words.ts';

/** What became of a file: how many of its lines were taken, and why others were not. */
export function UploadResult({ upload }: { upload: UploadView }) {
  const { t } = useTranslation('tracking');
  const format = useFormat();
  const words = useTrackingWords();
  const { state, rows, accepted, errors } = upload;
  return (
    <div className={screen.form}>
      <p role="status">
        <strong>{words.upload(state)}</strong>:{' '}
        {t('upload_result', { accepted: format.number(accepted), rows: format.number(rows) })}
      </p>
      {errors.length > 0 && (
        <ul className={screen.list} aria-label={t('upload_refused')}>
          {errors.map(({ row, reason }) => (
            <li key={`${row} ${reason}`}>
              <span>{t('upload_line', { row: format.number(row) })}</span>
              <span>{words.reason(reason)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
