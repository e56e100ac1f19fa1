import { useTranslation } from 'react-i18next';
import { MAX_FILTER_VALUES } from '#analytics/contract/filters.ts';
import { DIMENSION_NAMES, NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { aliasesOf, useDimensionMeaning } from './declared.ts';
import { DocsFrame } from './docs-frame.tsx';
import { Term, Terms } from './term.tsx';
import { useHere } from './use-here.ts';

export function FiltersPage() {
  const { t } = useTranslation(['docs', 'pages']);
  const names = useNames();
  const meaning = useDimensionMeaning();
  const here = useHere();
  return (
    <DocsFrame lead={t('filters_lead', { max: MAX_FILTER_VALUES, not_reported: NOT_REPORTED })}>
      <h2 className="visually-hidden">{t('pages:Filters')}</h2>
      <Terms>
        {DIMENSION_NAMES.map((name) => (
          <Term
            key={name}
            id={name}
            title={names.dimension(name)}
            code={name}
            tags={aliasesOf(name).map((alias) => t('also', { name: alias }))}
            here={here === name}
          >
            {meaning(name)}
          </Term>
        ))}
      </Terms>
    </DocsFrame>
  );
}
