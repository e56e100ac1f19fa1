import { Button, Checkbox } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '#platform/contract/bytes-text.ts';
import { call } from '#platform/web/api/call.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { imports } from '#traffic/intake/contract/import-endpoints.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { BlindDetectors } from './blind-detectors.tsx';
import styles from './import.module.css';
import { mappingFaults } from './mapping-state.ts';
import { MappingTable } from './mapping-table.tsx';
import { MostlyFraud } from './mostly-fraud.tsx';
import { PreviewRows } from './preview-rows.tsx';
import { ReadingOptions } from './reading-options.tsx';
import { RequestChoice } from './request-choice.tsx';
import { useImportText, useProblemText } from './use-import-text.ts';
import type { StoredFile } from './use-upload.ts';

interface Props {
  packageName: string;
  file: StoredFile;
  onStarted: (id: number) => void;
  onLeave: () => void;
}

/** How a file would be read, to look at and to correct before anything is stored. */
export function ImportPreview({ packageName, file, onStarted, onLeave }: Props) {
  const { t, i18n } = useTranslation('import');
  const client = useQueryClient();
  const errorText = useErrorText();
  const importText = useImportText();
  const problemText = useProblemText();
  const reason = useId();
  const [edited, setEdited] = useState<ImportMapping>();
  const [remember, setRemember] = useState(true);
  const [replace, setReplace] = useState(false);
  const input = { package_name: packageName, file_id: file.id };
  const ask = (mapping?: ImportMapping) => ({
    queryKey: [imports.preview.method, imports.preview.path, input, mapping ?? null],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(imports.preview, { body: { ...input, ...(mapping ? { mapping } : {}) } }, { signal }),
  });
  const guess = useQuery({ ...ask(), staleTime: Number.POSITIVE_INFINITY });
  const shown = useQuery({ ...ask(edited), enabled: edited !== undefined, placeholderData: keepPreviousData });
  const preview = shown.data?.data ?? guess.data?.data;
  const mapping = edited ?? guess.data?.data.mapping;

  const start = useMutation({
    mutationFn: async (chosen: ImportMapping) => {
      if (remember && edited && preview)
        await call(imports.saveMapping, {
          body: { package_name: packageName, fingerprint: preview.fingerprint, mapping: chosen },
        });
      return call(imports.create, { body: { ...input, mapping: chosen, replace_days: replace } });
    },
    onSuccess: ({ data }) => {
      void client.invalidateQueries({ queryKey: [imports.list.method, imports.list.path] });
      onStarted(data.id);
    },
  });

  if (guess.isError) return <ErrorCard error={guess.error} onRetry={() => void guess.refetch()} onLeave={onLeave} />;
  if (!preview || !mapping || !guess.data)
    return <div className={styles.wait} role="status" aria-label={t('reading', { name: file.name })} />;
  const [fault] = mappingFaults(mapping);
  const { problem } = preview;
  // One cause and one next step: what the person has not chosen yet is nearer than what the server found.
  const cause = fault && problem?.step !== 'form' ? t(fault) : problem && problemText(problem);
  const errors = [...(cause ? [cause] : []), ...(start.error ? [errorText(start.error)] : [])];
  const { saved } = guess.data.data;

  return (
    <div className={styles.preview}>
      <header className={styles.previewHead}>
        <div>
          <h2>{file.name}</h2>
          <p className={styles.hint}>
            {t(`format_${mapping.format}`)} · {mapping.report} · {bytesText(i18n.language, file.bytes)} ·{' '}
            {t(saved ? 'mapping_saved' : 'mapping_guessed')}
          </p>
        </div>
        <div className={styles.previewActions}>
          <Button variant="default" onClick={onLeave}>
            {t('other_file')}
          </Button>
          <Button
            loading={start.isPending}
            disabled={Boolean(cause)}
            aria-describedby={cause ? reason : undefined}
            onClick={() => start.mutate(mapping)}
          >
            {t('start')}
          </Button>
        </div>
      </header>
      {errors.map((text) => (
        <p key={text} id={text === cause ? reason : undefined} className={styles.fault} role="alert">
          {text}
        </p>
      ))}
      {preview.warnings.length > 0 && (
        <ul className={styles.warnings} aria-label={t('warnings')}>
          {preview.warnings.map((warning) => (
            <li key={warning.text}>
              <IconAlertTriangle size={16} aria-hidden />
              <span>{importText(warning)}</span>
            </li>
          ))}
        </ul>
      )}
      {!cause && <MostlyFraud packageName={packageName} fileId={file.id} mapping={mapping} />}
      <Checkbox
        label={t('replace')}
        description={t('replace_hint')}
        checked={replace}
        onChange={(event) => setReplace(event.currentTarget.checked)}
      />
      <RequestChoice mapping={mapping} counted={preview.requests} onChange={setEdited} />
      <ReadingOptions
        mapping={mapping}
        levels={preview.warnings.some(({ code }) => code.startsWith('warn_api_levels'))}
        onChange={setEdited}
      />
      <PreviewRows preview={preview} stale={shown.isFetching} error={shown.error} />
      <MappingTable
        columns={preview.columns}
        guess={guess.data.data.mapping}
        saved={saved}
        mapping={mapping}
        onChange={setEdited}
      />
      {edited && (
        <Checkbox
          label={t('remember')}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
      )}
      <BlindDetectors blind={preview.blind} />
    </div>
  );
}

function ErrorCard({ error, onRetry, onLeave }: { error: unknown; onRetry: () => void; onLeave: () => void }) {
  const { t } = useTranslation('import');
  return (
    <div className={styles.box}>
      <ErrorState error={error} onRetry={onRetry} />
      <Button variant="subtle" onClick={onLeave}>
        {t('other_file')}
      </Button>
    </div>
  );
}
