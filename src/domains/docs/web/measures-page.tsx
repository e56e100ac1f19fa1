import { useTranslation } from 'react-i18next';
import { MEASURES, type MeasureName, ROW_MEASURES } from '#analytics/contract/measures.ts';
import { useWords } from '#analytics/web/words.ts';
import { MEASURE_NAMES } from './declared.ts';
import { DocsFrame } from './docs-frame.tsx';
import { Term, Terms } from './term.tsx';
import { useHere } from './use-here.ts';

const EVERYWHERE: ReadonlySet<MeasureName> = new Set(ROW_MEASURES);

export function MeasuresPage() {
  const { t } = useTranslation(['docs', 'pages']);
  const words = useWords();
  const here = useHere();
  return (
    <DocsFrame lead={t('measures_lead')}>
      <h2 className="visually-hidden">{t('pages:Measures')}</h2>
      <Terms>
        {MEASURE_NAMES.map((name) => (
          <Term
            key={name}
            id={name}
            title={words.measure(name)}
            code={name}
            tags={[t(`unit_${MEASURES[name].unit}`), ...(EVERYWHERE.has(name) ? [t('in_every_row')] : [])]}
            here={here === name}
          >
            {words.measureMeaning(name)}
          </Term>
        ))}
      </Terms>
    </DocsFrame>
  );
}
