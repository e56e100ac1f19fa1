import { useTranslation } from 'react-i18next';
import type { AnyBoard } from '#analytics/contract/board.ts';
import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { boardDocId } from '#domains/docs/contract/pages.ts';
import { Link } from '#platform/web/layout/link.tsx';
import type { PageProps } from '#platform/web/layout/page-component.ts';
import { useBoardName } from './declared.ts';
import styles from './docs.module.css';
import { DocsFrame } from './docs-frame.tsx';
import { Facts } from './term.tsx';
import { useDocLink, useHere } from './use-here.ts';
import { WidgetDoc } from './widget-doc.tsx';

export function BoardDocPage({ page }: PageProps) {
  const board = BOARDS.find((one) => boardDocId(one) === page.id);
  return board ? <BoardDoc board={board} /> : null;
}

function BoardDoc({ board }: { board: AnyBoard }) {
  const { t } = useTranslation(['docs', 'board']);
  const nameOf = useBoardName();
  const here = useHere();
  const link = useDocLink();
  const noun = t(`board:noun_${board.dataset.id}`);
  return (
    <DocsFrame lead={t('docs:board_lead', { name: nameOf(board), noun })}>
      <div className={styles.card}>
        <Facts
          rows={[
            [
              t('docs:addresses'),
              board.routes.map((route) => (
                <span key={route.path} className={styles.line}>
                  <Link to={link(route.path)}>
                    <code>{route.path}</code>
                  </Link>{' '}
                  {t(`docs:layout_${route.layout}`)}
                  {route.lockDays !== undefined && ` · ${t('docs:provisional', { count: route.lockDays })}`}
                </span>
              )),
            ],
            [t('docs:counts'), noun],
            [t('docs:history'), t('docs:months', { count: board.historyMonths })],
            [t('docs:calls'), <code key="api">{`GET ${board.api}/…`}</code>],
            [t('docs:dashboard_type'), <code key="types">{board.types.join(', ')}</code>],
          ]}
        />
      </div>
      <div>
        <h2 className={styles.heading}>{t('docs:widgets')}</h2>
        <p className={styles.under}>{t('docs:widgets_note')}</p>
      </div>
      {board.widgets.map((widget) => (
        <WidgetDoc key={widget.id} board={board} widget={widget} here={here === widget.id} />
      ))}
    </DocsFrame>
  );
}
