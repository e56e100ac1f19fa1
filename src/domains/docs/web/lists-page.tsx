import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { docs, type ListDoc } from '#domains/docs/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LIST_KINDS } from '#traffic/lists/contract/lists.ts';
import type { LoadedList } from '#traffic/lists/contract/lists-endpoints.ts';
import styles from './docs.module.css';
import { DocsFrame } from './docs-frame.tsx';
import { ListLoad } from './list-load.tsx';
import { ListVersions, useListRights, useLoadedLists } from './list-versions.tsx';
import { useListWords } from './list-words.ts';
import { Facts, Term, Terms } from './term.tsx';
import { useHere } from './use-here.ts';

const KILOBYTE = 1024;

/** The lists in use on this installation, as the server has them open. */
export function ListsPage() {
  const { t } = useTranslation(['docs', 'pages']);
  const lists = useQuery(query(docs.lists, {}));
  const here = useHere(lists.isSuccess);
  const loaded = useLoadedLists();
  const words = useListWords();
  const { write } = useListRights();
  return (
    <DocsFrame lead={t('lists_lead')}>
      <h2 className="visually-hidden">{t('pages:Lists')}</h2>
      {lists.isError && <ErrorState error={lists.error} onRetry={() => void lists.refetch()} />}
      {lists.isPending && <div className={styles.waiting} role="status" aria-label={t('lists_heading')} />}
      <div className={styles.stack} aria-busy={lists.isPending}>
        {lists.data?.data.map((list) => (
          <ListEntry
            key={`${list.kind}/${list.id}`}
            list={list}
            loaded={loaded.data?.data.find(({ id }) => list.origin === 'operator' && id === list.id)}
            here={here === list.id}
          />
        ))}
      </div>
      {write && <ListLoad />}
      <Terms title={t('list_kinds')} note={t('list_kinds_note')}>
        {Object.keys(LIST_KINDS).map((kind) => (
          <Term key={kind} id={`kind-${kind}`} title={kind} code={`--kind ${kind}`} here={false}>
            {words.ofKind(kind)}
          </Term>
        ))}
      </Terms>
    </DocsFrame>
  );
}

function ListEntry({ list, loaded, here }: { list: ListDoc; loaded: LoadedList | undefined; here: boolean }) {
  const { t } = useTranslation('docs');
  const format = useFormat();
  const words = useListWords();
  const title = words.title(list);
  return (
    <article id={list.id} className={styles.entry} data-here={here || undefined} tabIndex={-1} aria-label={title}>
      <h3>
        {title} <code>{list.id}</code>{' '}
        <span className={styles.kind} data-blind={list.blind || undefined}>
          {t(list.blind ? 'blind' : `from_${list.origin}`)}
        </span>
      </h3>
      <p>{words.purpose(list)}</p>
      <Facts
        rows={[
          [t('blind_means'), list.blind && t('blind_note')],
          [t('date'), list.date !== '' && format.day(list.date)],
          [t('entries'), list.entries > 0 && format.number(list.entries)],
          [t('size'), list.bytes > 0 && `${format.number(Math.ceil(list.bytes / KILOBYTE))} KB`],
          [
            t('source'),
            list.source !== '' && (
              <span key="source" lang="en">
                {list.source}
              </span>
            ),
          ],
          [t('licence'), list.licence],
          [t('attribution'), list.attribution],
        ]}
      />
      {loaded && <ListVersions list={loaded} title={title} />}
    </article>
  );
}
