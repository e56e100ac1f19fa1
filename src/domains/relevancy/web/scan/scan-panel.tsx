import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_ROWS, SCAN_MESSAGES } from '#domains/relevancy/contract/scan.ts';
import { scanEndpoints } from '#domains/relevancy/contract/scan-endpoints.ts';
import { isLocale } from '#platform/contract/locales.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { query } from '#platform/web/api/call.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { type Faults, type Field, faultsOf, isComplete } from './rows.ts';
import styles from './scan.module.css';
import { ScanResults } from './scan-results.tsx';
import { ScanRow } from './scan-row.tsx';
import { useRows, useScan } from './use-scan.ts';

interface Props {
  /** Given: told what went wrong, and nothing stands here of it. */
  onFailure?: ((text: string) => void) | undefined;
}

/** The scan: rows, what is on its way, and a table or a message (QL-*, and the Keyword tab of brand hygiene). */
export function ScanPanel({ onFailure }: Props) {
  const { t } = useTranslation('scan');
  const failureText = useFailureText();
  const { countries, languages, error, refetch } = usePlaces();
  const { rows, change, add, remove } = useRows(undefined);
  const { state, scan } = useScan((failed) => onFailure?.(failureText(failed)));
  const [faults, setFaults] = useState<Readonly<Record<number, Faults>>>({});
  const busy = state.kind === 'scanning';
  const mark = (id: number, field: Field, fault: Faults[Field]) =>
    setFaults((all) => ({ ...all, [id]: { ...all[id], [field]: fault } }));
  /** Says at each field what is missing; true where nothing is. */
  const check = (checked: typeof rows): boolean => {
    setFaults((all) => ({ ...all, ...Object.fromEntries(checked.map((row) => [row.id, faultsOf(row)])) }));
    return checked.every(isComplete);
  };
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <div className={styles.panel}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (check(rows)) void scan(rows);
        }}
      >
        {rows.map((row, at) => (
          <ScanRow
            key={row.id}
            row={row}
            at={at}
            countries={countries}
            languages={languages}
            faults={faults[row.id] ?? {}}
            onChange={(changed) => {
              change(row.id, changed);
              for (const field of ['place', 'keyword', 'language'] as const)
                if (field in changed) mark(row.id, field, undefined);
            }}
            onLeave={(field, fault) => {
              if (faults[row.id]?.[field] === undefined) mark(row.id, field, fault);
            }}
            onRemove={rows.length > 1 ? () => remove(row.id) : undefined}
          />
        ))}
        <div className={styles.actions}>
          <Button
            variant="default"
            type="button"
            disabled={rows.length >= MOST_ROWS}
            onClick={() => check(rows.slice(-1)) && add()}
          >
            {t('add_row')}
          </Button>
          <Button type="submit" disabled={busy}>
            {t(busy ? 'scanning' : 'scan')}
          </Button>
        </div>
      </form>
      <p className={styles.wait} role="status">
        {busy && t('initiated')}
      </p>
      {state.kind === 'message' && (
        <p className={styles.message} role="alert">
          <Said message={state.message} />
        </p>
      )}
      {state.kind === 'failed' && !onFailure && (
        <p className={styles.message} role="alert">
          {failureText(state.error)}
        </p>
      )}
      {state.kind === 'results' && <ScanResults rows={state.rows} countries={countries} languages={languages} />}
    </div>
  );
}

/** In the reader's language where it is one of ours, else as it came. */
function Said({ message }: { message: string }) {
  const { t } = useTranslation('scan');
  const [code] = Object.entries(SCAN_MESSAGES).find(([, text]) => text === message) ?? [];
  return code === undefined ? message : t(`message_${code}`);
}

function usePlaces() {
  const { i18n } = useTranslation();
  const locale = isLocale(i18n.language) ? i18n.language : 'en';
  const asked = { query: { category: 'yt_relevancy' as const, ...(locale === 'en' ? {} : { locale }) } };
  const countries = useQuery(query(scanEndpoints.countries, asked));
  const languages = useQuery(query(scanEndpoints.languages, asked));
  return {
    countries: countries.data?.data.countries ?? [],
    languages: languages.data?.data.languages ?? [],
    error: countries.error ?? languages.error,
    refetch: () => void Promise.all([countries.refetch(), languages.refetch()]),
  };
}

/** A refusal in its own words; whatever failed on the way is "Something went wrong!" (QL-MSG-08, ERR-GAP-04). */
function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation('scan');
  const errorText = useErrorText();
  return (error) =>
    error instanceof ApiError && error.status >= 400 && error.status < 500 ? errorText(error) : t('went_wrong');
}
