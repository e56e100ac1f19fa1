import IconArrowsMaximize from '@tabler/icons-react/dist/esm/icons/IconArrowsMaximize.mjs';
import IconArrowsMinimize from '@tabler/icons-react/dist/esm/icons/IconArrowsMinimize.mjs';
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CardFile, CardFiles } from './card-files.tsx';
import styles from './card-frame.module.css';
import { Definition } from './definition.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { notify } from './notify.ts';
import { useFullScreen } from './use-full-screen.ts';

export type CardState = 'loading' | 'ready' | 'stale' | 'empty' | 'error';

export interface CardFrameProps {
  title: string;
  definition?: string | undefined;
  /** Unit, time zone, period: whatever a number needs to be read alone. */
  caption?: ReactNode;
  state: CardState;
  error?: unknown;
  onRetry?: (() => void) | undefined;
  empty?: { why?: ReactNode; action?: ReactNode } | undefined;
  /** Height of the body in pixels, the same in every state. */
  height?: number;
  skeleton?: 'chart' | 'bars' | 'table';
  /** The same content as a table; gives the card its table switch. Null while it is not there yet. */
  table?: ReactNode;
  files?: readonly CardFile[] | undefined;
  /** Address that leads back to exactly this card. */
  link?: string | undefined;
  /** Closed until somebody opens it: what it holds is said by its caption. */
  closed?: boolean | undefined;
  /** Further actions at the head, before the usual ones. */
  actions?: ReactNode;
  children?: ReactNode;
}

interface ActionProps {
  label: string;
  icon: ComponentType<{ size: number; 'aria-hidden': boolean }>;
  onClick: () => void;
  pressed?: boolean;
}

function Action({ label, icon: Icon, onClick, pressed }: ActionProps) {
  return (
    <button
      type="button"
      className={styles.action}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}

/** The frame of every card: one head, one height in all states, the same actions in the same order. */
export function CardFrame(props: CardFrameProps) {
  const { title, definition, caption, state, height = 280, table, files, link } = props;
  const { t } = useTranslation('ui');
  const { ref, full, toggle } = useFullScreen<HTMLElement>();
  const [asTable, setAsTable] = useState(false);
  const [chosen, setOpen] = useState<boolean>();
  const open = chosen ?? !props.closed;
  const headId = useId();
  const bodyId = useId();
  const copyLink = async (): Promise<void> => {
    await navigator.clipboard.writeText(new URL(link ?? '', location.href).href);
    notify('done', t('link_copied'));
  };

  return (
    <section
      ref={ref}
      className={styles.card}
      aria-labelledby={headId}
      aria-busy={state === 'loading' || state === 'stale'}
    >
      <header className={styles.head}>
        <div className={styles.words}>
          <h3 id={headId} className={styles.title}>
            {title}
          </h3>
          {definition && <Definition text={definition} of={title} />}
          {caption && <span className={styles.caption}>{caption}</span>}
        </div>
        <div className={styles.actions}>
          {props.actions}
          {table !== undefined && (
            <Action
              label={t(asTable ? 'as_chart' : 'as_table')}
              icon={asTable ? IconChartBar : IconTable}
              onClick={() => setAsTable(!asTable)}
              pressed={asTable}
            />
          )}
          {files && files.length > 0 && <CardFiles files={files} inside={full} />}
          {link !== undefined && <Action label={t('copy_link')} icon={IconLink} onClick={copyLink} />}
          <Action
            label={t(full ? 'full_screen_leave' : 'full_screen')}
            icon={full ? IconArrowsMinimize : IconArrowsMaximize}
            onClick={toggle}
          />
          <button
            type="button"
            className={styles.action}
            aria-expanded={open}
            aria-controls={bodyId}
            aria-label={t(open ? 'card_close' : 'card_open')}
            title={t(open ? 'card_close' : 'card_open')}
            onClick={() => setOpen(!open)}
          >
            <IconChevronDown size={16} aria-hidden className={styles.chevron} />
          </button>
        </div>
      </header>
      <div id={bodyId} className={styles.fold} data-open={open} inert={!open}>
        <div
          className={styles.body}
          style={{ '--body-height': full ? '0' : `${height}px` }}
          data-stale={state === 'stale' || undefined}
        >
          <CardBody {...props} table={asTable ? table : undefined} height={height} />
        </div>
      </div>
    </section>
  );
}

function CardBody({
  state,
  error,
  onRetry,
  empty,
  skeleton = 'chart',
  table,
  children,
  height,
  title,
}: CardFrameProps) {
  if (state === 'loading') {
    return (
      <div
        className={styles.skeleton}
        data-shape={skeleton}
        style={{ '--body-height': `${height ?? 280}px` }}
        role="status"
        aria-label={title}
      />
    );
  }
  if (state === 'error') return <ErrorState error={error} onRetry={onRetry} />;
  if (state === 'empty') return <EmptyState {...empty} />;
  return table ?? children;
}
