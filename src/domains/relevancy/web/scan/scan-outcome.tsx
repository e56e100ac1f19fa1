import { useTranslation } from 'react-i18next';
import { SCAN_MESSAGES, type ScanMessage } from '#domains/relevancy/contract/scan.ts';
import type { Country, Language } from '#domains/relevancy/contract/scan-endpoints.ts';
import { WaitNote } from '#platform/web/ui/wait-note.tsx';
import styles from './scan.module.css';
import { type SaveRows, ScanResults } from './scan-results.tsx';
import type { ScanState } from './use-scan.ts';

interface Props {
  state: ScanState;
  countries: readonly Country[];
  languages: readonly Language[];
  /** Seconds until a scan is possible again. */
  left: number;
  /** What went wrong, where that is said here. */
  failure?: string | undefined;
  Save?: SaveRows | undefined;
}

/** What a scan has come to: on its way, a message, or a table. */
export function ScanOutcome({ state, left, countries, languages, failure, Save }: Props) {
  const { t } = useTranslation('scan');
  return (
    <>
      <p className={styles.wait} role="status">
        {state.kind === 'scanning' && t('initiated')}
      </p>
      {state.kind === 'message' && (
        <p className={styles.message} role="alert">
          <Said message={state.message} />
        </p>
      )}
      {state.kind === 'failed' && left > 0 && <WaitNote error={state.error} left={left} />}
      {failure !== undefined && (
        <p className={styles.message} role="alert">
          {failure}
        </p>
      )}
      {state.kind === 'results' && (
        <>
          <Without asked={state.without} countries={countries} languages={languages} />
          <ScanResults rows={state.rows} countries={countries} languages={languages} Save={Save} />
        </>
      )}
    </>
  );
}

/** What was asked beside the others and has no answer, and why. */
function Without({
  asked,
  countries,
  languages,
}: { asked: readonly ScanMessage[] } & Pick<Props, 'countries' | 'languages'>) {
  if (asked.length === 0) return null;
  return (
    <ul className={styles.counts} role="status">
      {asked.map(({ message, keyword, location_code, language_code }) => {
        const country = countries.find((one) => one.location_code === location_code);
        const language = languages.find((one) => one.language_code === language_code);
        const place = [country?.name, language?.name].filter((name) => name !== undefined).join(', ');
        return (
          <li key={`${keyword} ${location_code} ${language_code}`}>
            <strong>{keyword}</strong> <span className={styles.muted}>({place})</span> <Said message={message} />
          </li>
        );
      })}
    </ul>
  );
}

/** In the reader's language where it is one of ours, else as it came. */
function Said({ message }: { message: string }) {
  const { t } = useTranslation('scan');
  const [code] = Object.entries(SCAN_MESSAGES).find(([, text]) => text === message) ?? [];
  return code === undefined ? message : t(`message_${code}`);
}
