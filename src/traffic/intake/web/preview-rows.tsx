import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import type { ImportPreview } from '#traffic/intake/contract/import-endpoints.ts';
import styles from './import.module.css';
import { TARGETS } from './mapping-state.ts';
import { useImportText } from './use-import-text.ts';

type PreviewRow = ImportPreview['rows'][number];

interface Props {
  preview: ImportPreview;
  stale: boolean;
  error: unknown;
}

/** The first records exactly as they would be stored; one that would be rejected says why. */
export function PreviewRows({ preview, stale, error }: Props) {
  const { t } = useTranslation('import');
  const names = useNames();
  const importText = useImportText();
  const heading = useId();
  const faults = preview.rows.filter(({ fault }) => fault !== null).length;
  const columns = useMemo((): Column<PreviewRow>[] => {
    const filled = (target: string): boolean => preview.rows.some(({ values }) => (values[target] ?? '') !== '');
    const stored = ['kind', ...TARGETS].filter((target) => target === 'ts' || filled(target));
    return [
      { id: 'line', header: t('line'), kind: 'number', width: 72 },
      ...(faults > 0
        ? [
            {
              id: 'fault',
              header: t('fault'),
              kind: 'text' as const,
              width: 260,
              sortable: false,
              value: ({ fault }: PreviewRow) =>
                fault
                  ? t('fault_of', {
                      column: names.column(fault.field),
                      value: fault.value,
                      reason: importText({ code: fault.code, values: {} }),
                    })
                  : '',
            },
          ]
        : []),
      ...stored.map(
        (target): Column<PreviewRow> => ({
          id: target,
          header: names.column(target),
          kind: 'text',
          sortable: false,
          // Times stand there to the millisecond.
          ...(target === 'ts' ? { width: 210 } : {}),
          value: ({ values }) => (target === 'kind' && values.kind ? names.kind(values.kind) : (values[target] ?? '')),
        }),
      ),
    ];
  }, [preview, names, t, faults, importText]);
  return (
    <section className={styles.box} aria-labelledby={heading}>
      <header className={styles.boxHead}>
        <h3 id={heading}>{t('preview')}</h3>
        {faults > 0 && <span className={styles.faultCount}>{t('preview_faults', { n: faults })}</span>}
      </header>
      <DataTable
        id="import-preview"
        caption={t('preview')}
        columns={columns}
        rows={preview.rows}
        rowKey={({ line }) => String(line)}
        density="compact"
        maxHeight={320}
        stale={stale}
        error={error ?? undefined}
        empty={{ why: t(preview.problem && preview.problem.step !== 'no_time' ? 'preview_none' : 'preview_empty') }}
      />
    </section>
  );
}
