import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DOCS_AREAS } from '#domains/docs/contract/pages.ts';
import { Link } from '#platform/web/layout/link.tsx';
import styles from './docs.module.css';
import { type DocEntry, findEntries } from './search.ts';
import { useEntries } from './use-entries.ts';
import { useDocLink } from './use-here.ts';

/** Shown of one area; hundreds of calls must not bury the one rule. */
const PER_AREA = 8;

export function Results({ question }: { question: string }) {
  const { t } = useTranslation(['docs', 'pages']);
  const { entries, loading } = useEntries(question !== '');
  const found = useMemo(() => findEntries(entries, question), [entries, question]);
  const said = loading ? t('docs:searching') : t('docs:found', { count: found.entries.length });
  return (
    <div className={styles.stack} aria-busy={loading}>
      <p className={styles.under} role="status">
        {said} {found.partial && t('docs:found_partial')}
      </p>
      {DOCS_AREAS.map((area) => ({ area, hits: found.entries.filter((entry) => entry.area === area.id) }))
        .filter(({ hits }) => hits.length > 0)
        .map(({ area, hits }) => (
          <section key={area.id}>
            <h2 className={styles.subheading}>{t(`pages:${area.title}`)}</h2>
            <ul className={styles.results}>
              {hits.slice(0, PER_AREA).map((entry) => (
                <Result key={`${entry.path} ${entry.at ?? entry.title}`} entry={entry} />
              ))}
            </ul>
            {hits.length > PER_AREA && (
              <p className={styles.under}>{t('docs:further', { count: hits.length - PER_AREA })}</p>
            )}
          </section>
        ))}
    </div>
  );
}

function Result({ entry: { title, kind, detail, path, at, q } }: { entry: DocEntry }) {
  const link = useDocLink();
  return (
    <li>
      <Link to={link(path, { ...(at ? { at } : {}), ...(q ? { q } : {}) })}>{title}</Link>
      <span>{kind ? `${kind} · ${detail}` : detail}</span>
    </li>
  );
}
