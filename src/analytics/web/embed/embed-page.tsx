import { ActionIcon } from '@mantine/core';
import IconArrowsMaximize from '@tabler/icons-react/dist/esm/icons/IconArrowsMaximize.mjs';
import IconArrowsMinimize from '@tabler/icons-react/dist/esm/icons/IconArrowsMinimize.mjs';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EmbedTopic, TOPIC_OF_PAGE } from '#analytics/contract/embed-pages.ts';
import { embedded } from '#analytics/contract/embedded.ts';
import { query } from '#platform/web/api/call.ts';
import type { PageProps } from '#platform/web/layout/page-component.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { InTopLine } from '#platform/web/layout/top-line-slot.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { useFullScreen } from '#platform/web/ui/use-full-screen.ts';
import styles from './embed.module.css';
import { heightIn } from './frame-height.ts';

/** A report in a frame: the server says where it stands, for this person, package and days only. */
export function EmbedPage({ page }: PageProps) {
  const { t } = useTranslation('embed');
  const { pkg, range } = useSelection();
  const dashboard = TOPIC_OF_PAGE[page.id] ?? 'overview';
  const about = { package_name: pkg.package_name, fromDate: range.from, toDate: range.to };
  const asked = useQuery({
    ...addressOf(dashboard, about),
    // An address is for one look: asked for anew with each visit, and never shown for another package.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data || asked.isPlaceholderData)
    return <div className={screen.waiting} role="status" aria-busy aria-label={t('loading')} />;
  const { url, outside } = asked.data.data;
  return <Framed key={url} url={url} outside={outside} title={t('frame', { page: page.title })} />;
}

/** Reports of links have calls of their own, by which other products ask for them too (INTG-API-01, 02). */
function addressOf(dashboard: EmbedTopic, about: { package_name: string; fromDate: string; toDate: string }) {
  if (dashboard === 'click_integrity') return query(embedded.clickIntegrity, { query: about });
  if (dashboard === 'impression_integrity') return query(embedded.impressionIntegrity, { query: about });
  return query(embedded.generate, { query: { ...about, dashboard } });
}

/** Ours says how high it is; another product scrolls within its frame. */
function Framed({ url, outside, title }: { url: string; outside: boolean; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const listen = (message: MessageEvent): void => {
      if (message.origin !== location.origin || message.source !== frame.current?.contentWindow) return;
      const told = heightIn(message.data);
      if (told !== undefined) setHeight(told);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  const { t } = useTranslation('ui');
  const { ref: around, full, toggle } = useFullScreen<HTMLDivElement>();
  const label = t(full ? 'full_screen_leave' : 'full_screen');
  const Icon = full ? IconArrowsMinimize : IconArrowsMaximize;
  const button = (
    <ActionIcon variant="default" aria-label={label} title={label} onClick={toggle}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <div ref={around} className={styles.around} data-full={full || undefined}>
      {full ? <div className={styles.leave}>{button}</div> : <InTopLine>{button}</InTopLine>}
      <iframe
        ref={frame}
        src={url}
        title={title}
        className={styles.frame}
        data-outside={outside || undefined}
        style={height === undefined || full ? undefined : { height }}
        referrerPolicy="no-referrer"
      />
    </div>
  );
}
