import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { configurationEndpoints } from '#domains/publishers/contract/configuration-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { PREVIEW_DAYS, PREVIEW_SECONDS } from '#traffic/rule-sets/contract/replay.ts';
import { PreviewResult } from '#traffic/rule-sets/web/preview-result.tsx';
import type { bodyOf } from './configuration-draft.ts';

/** What it would have done in the last month, before it is saved. */
export function ConfigurationPreview({ body }: { body: ReturnType<typeof bodyOf> }) {
  const { t } = useTranslation('publishers');
  const format = useFormat();
  const preview = useQuery({
    ...query(
      configurationEndpoints.preview,
      { body: { ...body, days: PREVIEW_DAYS } },
      { timeoutMs: PREVIEW_SECONDS * 1000 },
    ),
    retry: false,
    gcTime: 0,
  });
  const result = preview.data?.data;
  return (
    <section aria-label={t('preview_title')}>
      <h2>{t('preview_title')}</h2>
      {preview.isError && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.isPending && <div className={screen.waiting} role="status" aria-label={t('counting')} />}
      {result && result.events === 0 && <EmptyState why={t('no_events')} />}
      {result && result.events > 0 && (
        <>
          <p className={screen.note}>
            {t('preview_range', { from: format.day(result.from), to: format.day(result.to) })}
          </p>
          <PreviewResult result={result} />
        </>
      )}
    </section>
  );
}
