import { Button, CloseButton } from '@mantine/core';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { earliest } from '#platform/web/layout/date-limits.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import styles from './notices.module.css';

/** Said above a page until it is put away: a toast would be gone before somebody who was sent elsewhere has looked. */
function Notice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  const { t } = useTranslation('shell');
  const [closed, setClosed] = useState(false);
  if (closed) return null;
  return (
    <div className={styles.notice} role="status">
      <IconInfoCircle size={18} aria-hidden className={styles.icon} />
      <p>{children}</p>
      {action}
      <CloseButton size="sm" aria-label={t('notice_close')} onClick={() => setClosed(true)} />
    </div>
  );
}

/** The range of the address was not one that can be shown: which, why, and what is shown instead. */
export function RangeNotice() {
  const { t } = useTranslation('shell');
  const { corrected, range, limits, pkg } = useSelection();
  const format = useFormat();
  if (!corrected) return null;
  const { why, asked } = corrected;
  const days = (from: string, to: string): string => `${format.day(from)} – ${format.day(to)}`;
  const text =
    why === 'unreadable'
      ? t('range_unreadable', { asked: asked.from, shown: days(range.from, range.to) })
      : t(`range_${why}`, {
          asked: days(asked.from, asked.to || asked.from),
          shown: days(range.from, range.to),
          package: pkg.package_title,
          first: format.day(earliest(limits)),
          last: format.day(limits.today),
        });
  return <Notice key={text}>{text}</Notice>;
}

interface MissingProps {
  path: string;
  /** Title of the page that is shown instead. */
  shown: string;
  onSearch: () => void;
}

/** Where the address leads nowhere, or nowhere for this person (NAV-GAP-08). */
export function MissingNotice({ path, shown, onSearch }: MissingProps) {
  const { t } = useTranslation('shell');
  return (
    <Notice
      key={path}
      action={
        <Button size="compact-sm" variant="default" onClick={onSearch}>
          {t('search_for_page')}
        </Button>
      }
    >
      {t('not_allowed', { path })} {shown !== '' && t('shown_instead', { shown })}
    </Notice>
  );
}
