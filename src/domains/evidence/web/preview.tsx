import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { evidenceEndpoints } from '#domains/evidence/contract/evidence-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import styles from './evidence.module.css';
import { bodyOf, type EvidenceDraft } from './evidence-draft.ts';

/** Counting may take a second: not at every letter. */
const SOON_MS = 400;

/** What the file would claim, as it is asked for now. */
export function Preview({ packageName, draft }: { packageName: string; draft: EvidenceDraft }) {
  const { t } = useTranslation('evidence');
  const format = useFormat();
  const errorText = useErrorText();
  const { masked: _, ...asked } = bodyOf(packageName, draft);
  const [settled] = useDebouncedValue(asked, SOON_MS);
  const isWhole = Object.keys(faultsOf(evidenceEndpoints.make.body, settled)).length === 0;
  const preview = useQuery({
    ...query(evidenceEndpoints.preview, { query: settled }),
    enabled: isWhole && (settled.platform !== 'other' || settled.window_days !== undefined),
    placeholderData: keepPreviousData,
  });
  if (preview.isError) return <p role="alert">{errorText(preview.error)}</p>;
  const told = preview.data?.data;
  if (!told) return <p className={styles.muted}>{t(isWhole ? 'counting' : 'preview_waits')}</p>;
  const amounts = told.totals.map(({ amount, currency }) => format.money(Number(amount), currency));
  return (
    <div className={styles.preview} aria-busy={preview.isFetching} aria-live="polite">
      <p>
        <strong>
          {t('preview', {
            n: format.number(told.claimed),
            amounts: amounts.length === 0 ? t('pdf_no_amount') : format.list(amounts),
          })}
        </strong>
      </p>
      <ul>
        {told.claimed_before > 0 && <li>{t('preview_before', { n: format.number(told.claimed_before) })}</li>}
        {told.late > 0 && <li>{t('preview_late', { n: format.number(told.late) })}</li>}
        <li>{t(`preview_amounts_${told.amounts_from}`)}</li>
      </ul>
    </div>
  );
}
