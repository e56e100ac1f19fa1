import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TOPIC_OF_PAGE } from '#analytics/contract/embed-pages.ts';
import { embedded } from '#analytics/contract/embedded.ts';
import { query } from '#platform/web/api/call.ts';
import type { PageProps } from '#platform/web/layout/page-component.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import styles from './embed.module.css';
import { heightIn } from './frame-height.ts';

/** A report in a frame: the server says where it stands, for this person, package and days only. */
export function EmbedPage({ page }: PageProps) {
  const { t } = useTranslation('embed');
  const { pkg, range } = useSelection();
  const dashboard = TOPIC_OF_PAGE[page.id] ?? 'overview';
  const asked = useQuery({
    ...query(embedded.generate, {
      query: { package_name: pkg.package_name, dashboard, fromDate: range.from, toDate: range.to },
    }),
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
  return (
    <iframe
      ref={frame}
      src={url}
      title={title}
      className={styles.frame}
      data-outside={outside || undefined}
      style={height === undefined ? undefined : { height }}
      referrerPolicy="no-referrer"
    />
  );
}
