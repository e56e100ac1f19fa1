import { TextInput } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import IconApi from '@tabler/icons-react/dist/esm/icons/IconApi.mjs';
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs';
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs';
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import IconScale from '@tabler/icons-react/dist/esm/icons/IconScale.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconSum from '@tabler/icons-react/dist/esm/icons/IconSum.mjs';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { DOCS_AREAS, type DocsArea } from '#domains/docs/contract/pages.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import { Link } from '#platform/web/layout/link.tsx';
import styles from './docs.module.css';
import { DocsFrame } from './docs-frame.tsx';
import { Results } from './results.tsx';
import { useDocLink } from './use-here.ts';
import { useQuestion } from './use-question.ts';

const ICONS: Readonly<Record<DocsArea, Icon>> = {
  'docs-tasks': IconChecklist,
  'docs-boards': IconChartBar,
  'docs-measures': IconSum,
  'docs-filters': IconFilter,
  'docs-facts': IconColumns3,
  'docs-rules': IconScale,
  'docs-glossary': IconBook,
  'docs-lists': IconListDetails,
  'docs-api': IconApi,
};

export function IndexPage() {
  const { t } = useTranslation(['docs', 'pages']);
  const { text, setText, question } = useQuestion();
  return (
    <DocsFrame lead={t('docs:index_lead')}>
      <search>
        <TextInput
          type="search"
          maxLength={longest(searchText)}
          size="md"
          aria-label={t('docs:search')}
          placeholder={t('docs:search_example')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </search>
      {question === '' ? (
        <Areas />
      ) : (
        // Its words come with the first question; the field being typed in stays.
        <Suspense fallback={<div className={styles.waiting} />}>
          <Results question={question} />
        </Suspense>
      )}
    </DocsFrame>
  );
}

function Areas() {
  const { t } = useTranslation(['docs', 'pages']);
  const link = useDocLink();
  return (
    <ul className={styles.cards}>
      {DOCS_AREAS.map((area) => {
        const AreaIcon = ICONS[area.id];
        return (
          <li key={area.id}>
            <Link to={link(area.paths[0])} className={styles.tile}>
              <AreaIcon size={22} stroke={1.6} aria-hidden />
              <h2>{t(`pages:${area.title}`)}</h2>
              <p>{t(`docs:about_${area.id}`)}</p>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
