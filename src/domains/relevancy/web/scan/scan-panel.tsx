import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_ROWS } from '#domains/relevancy/contract/scan.ts';
import { useAfterPress } from '#platform/web/form/use-after-press.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { passesByItself } from '#platform/web/ui/wait-note.tsx';
import { type Faults, type Field, faultOnLeaving, faultsOf, isComplete } from './rows.ts';
import styles from './scan.module.css';
import { ScanOutcome } from './scan-outcome.tsx';
import type { SaveRows } from './scan-results.tsx';
import { ScanRow } from './scan-row.tsx';
import { useFailureText } from './use-failure-text.ts';
import { usePlaces } from './use-places.ts';
import { useRows, useScan } from './use-scan.ts';

interface Props {
  /** Given: told what went wrong, and nothing stands here of it. */
  onFailure?: ((text: string) => void) | undefined;
  /** The package whose lists go before what is found. */
  packageName?: string | undefined;
  /** Puts chosen rows onto such a list. */
  Save?: SaveRows | undefined;
}

type AllFaults = Readonly<Record<number, Faults>>;

const marked = (all: AllFaults, id: number, field: Field, fault: Faults[Field]): AllFaults => ({
  ...all,
  [id]: { ...all[id], [field]: fault },
});

/** The scan: rows, what is on its way, and a table or a message (QL-*, and the Keyword tab of brand hygiene). */
export function ScanPanel({ onFailure, packageName, Save }: Props) {
  const { t } = useTranslation('scan');
  const failureText = useFailureText();
  const { countries, languages, error, refetch } = usePlaces();
  const { rows, change, add, remove } = useRows();
  const latest = useRef(rows);
  latest.current = rows;
  const { state, scan, left } = useScan((failed) => onFailure?.(failureText(failed)), packageName);
  const [faults, setFaults] = useState<AllFaults>({});
  const busy = state.kind === 'scanning';
  const afterPress = useAfterPress();
  const mark = (id: number, field: Field, fault: Faults[Field]) => setFaults((all) => marked(all, id, field, fault));
  /** What was chosen by that press is there by now. */
  const leave = (id: number, field: Field): void => {
    const row = latest.current.find((one) => one.id === id);
    if (row) setFaults((all) => (all[id]?.[field] ? all : marked(all, id, field, faultOnLeaving(row, field))));
  };
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
            onLeave={(field) => afterPress(() => leave(row.id, field))}
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
          <Button type="submit" disabled={busy || left > 0}>
            {t(busy ? 'scanning' : 'scan')}
          </Button>
        </div>
      </form>
      <ScanOutcome
        state={state}
        left={left}
        countries={countries}
        languages={languages}
        Save={Save}
        failure={
          state.kind === 'failed' && !onFailure && !passesByItself(state.error) ? failureText(state.error) : undefined
        }
      />
    </div>
  );
}
