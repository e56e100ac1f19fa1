import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ResultView, resultEndpoints } from '#domains/hygiene/contract/package-endpoints.ts';
import type { AnalysisAnswer, AnalysisResult } from '#domains/hygiene/contract/result.ts';
import { isLocale } from '#platform/contract/locales.ts';
import { query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import screen from '#platform/web/layout/screen.module.css';
import styles from '../hygiene.module.css';
import { Results } from '../scan/results.tsx';
import { Compared } from './compared.tsx';
import { OtherResult } from './other-result.tsx';

const useResult = (id: number | undefined) =>
  useQuery({ ...query(resultEndpoints.one, { params: { id: id ?? 0 } }), enabled: id !== undefined });

const resultIn = (answer: AnalysisAnswer | null | undefined): AnalysisResult | undefined =>
  answer && typeof answer.body === 'object' ? answer.body.result : undefined;

interface Kept {
  view: ResultView;
  /** Beside another one from the beginning. */
  isCompared: boolean;
}

/** One result, alone or beside another of the package. */
export function KeptResult({ view, isCompared }: Kept) {
  const { t, i18n } = useTranslation('hygiene');
  const [isBeside, setBeside] = useState(isCompared);
  const [other, setOther] = useState<ResultView>();
  const { data } = useResult(view.id);
  const compared = useResult(other?.id);
  const one = data?.data;
  const result = resultIn(one?.answer);
  if (!one) return <div className={screen.waiting} aria-busy="true" />;
  if (!result) return <p>{typeof one.answer?.body === 'string' ? one.answer.body : t(`state_${one.state}`)}</p>;
  const second = compared.data?.data;
  const secondResult = resultIn(second?.answer);
  const language = isLocale(i18n.language) ? i18n.language : 'en';
  const save = (format: 'csv' | 'pdf'): void =>
    void download(resultEndpoints.file, { params: { id: view.id, format }, query: { language } });
  return (
    <div className={screen.page}>
      <div className={screen.tools}>
        {(['csv', 'pdf'] as const).map((format) => (
          <Button key={format} variant="default" size="compact-md" onClick={() => save(format)}>
            {t(`export_${format}`)}
          </Button>
        ))}
        <Button
          variant="default"
          size="compact-md"
          onClick={() => {
            setBeside(!isBeside);
            setOther(undefined);
          }}
        >
          {t(isBeside ? 'compare_stop' : 'compare')}
        </Button>
        {other && (
          <Button variant="default" size="compact-md" onClick={() => setOther(undefined)}>
            {t('compare_other')}
          </Button>
        )}
      </div>
      {isBeside && !other && <OtherResult view={view} onChoose={setOther} />}
      {second && secondResult ? (
        <Compared one={{ ...one, result }} other={{ ...second, result: secondResult }} />
      ) : (
        <>
          {one.preview && <img className={styles.preview} src={one.preview} alt={view.name} />}
          <Results kind={view.kind} result={result} preview={one.preview} />
        </>
      )}
    </div>
  );
}
