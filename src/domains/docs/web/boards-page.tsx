import { useTranslation } from 'react-i18next';
import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { boardDocPath } from '#domains/docs/contract/pages.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useBoardName } from './declared.ts';
import styles from './docs.module.css';
import { DocsFrame } from './docs-frame.tsx';
import { useDocLink } from './use-here.ts';

export function BoardsPage() {
  const { t } = useTranslation(['docs', 'board']);
  const nameOf = useBoardName();
  const link = useDocLink();
  return (
    <DocsFrame lead={t('docs:boards_lead')}>
      <ul className={styles.cards}>
        {BOARDS.map((board) => (
          <li key={board.id}>
            <Link to={link(boardDocPath(board))} className={styles.tile}>
              <h2>{nameOf(board)}</h2>
              <p>
                {t('docs:board_is', {
                  noun: t(`board:noun_${board.dataset.id}`),
                  count: board.widgets.length,
                })}
              </p>
              <code>{board.routes[0].path}</code>
            </Link>
          </li>
        ))}
      </ul>
    </DocsFrame>
  );
}
