import { ActionIcon, Button, TextInput } from '@mantine/core';
import IconArrowsMaximize from '@tabler/icons-react/dist/esm/icons/IconArrowsMaximize.mjs';
import IconArrowsMinimize from '@tabler/icons-react/dist/esm/icons/IconArrowsMinimize.mjs';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EmbedView, frameEndpoints } from '#domains/account-tools/contract/frames.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useFullScreen } from '#platform/web/ui/use-full-screen.ts';
import styles from './frames.module.css';

/** A page of another site, of those an operator allows, in a frame that may do no more than show itself. */
export function EmbedPage() {
  const { t } = useTranslation('account-tools');
  const { pkg } = useSelection();
  const [setting, setSetting] = useState(false);
  const asked = useQuery(query(frameEndpoints.embed, { query: { package_name: pkg.package_name } }));
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <div className={screen.waiting} role="status" aria-busy aria-label={t('loading')} />;
  const embed = asked.data.data;
  const set = userMay('package.write') && (
    <Button variant="default" onClick={() => setSetting(true)}>
      {t('set_page')}
    </Button>
  );
  return (
    <div className={screen.page}>
      {embed.url === null ? (
        <EmptyState why={t(embed.origins.length === 0 ? 'no_origins' : 'no_page')} action={set} />
      ) : (
        <Framed key={embed.url} url={embed.url} tools={set} />
      )}
      <SidePanel opened={setting} title={t('set_page')} onClose={() => setSetting(false)} stays>
        <PageForm embed={embed} onDone={() => setSetting(false)} />
      </SidePanel>
    </div>
  );
}

function Framed({ url, tools }: { url: string; tools: ReactNode }) {
  const { t } = useTranslation('account-tools');
  const { t: ui } = useTranslation('ui');
  const { ref, full, toggle } = useFullScreen<HTMLDivElement>();
  const label = ui(full ? 'full_screen_leave' : 'full_screen');
  const Icon = full ? IconArrowsMinimize : IconArrowsMaximize;
  return (
    <div ref={ref} className={styles.around} data-full={full || undefined}>
      <div className={styles.tools}>
        {!full && tools}
        <ActionIcon variant="default" size={36} aria-label={label} title={label} onClick={toggle}>
          <Icon size={16} aria-hidden />
        </ActionIcon>
      </div>
      <iframe
        src={url}
        title={t('frame_of', { host: new URL(url).hostname })}
        className={styles.frame}
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
      />
    </div>
  );
}

function PageForm({ embed, onDone }: { embed: EmbedView; onDone: () => void }) {
  const { t } = useTranslation('account-tools');
  const { pkg } = useSelection();
  const body = (draft: { url: string }) => ({ package_name: pkg.package_name, url: draft.url.trim() });
  const { draft, change, fault, card } = usePanelForm<{ url: string }, { message: string }>({
    initial: { url: embed.url ?? '' },
    faultsOf: (next) => faultsOf(frameEndpoints.setEmbed.body, body(next)),
    send: (next) => call(frameEndpoints.setEmbed, { body: body(next) }),
    onDone: () => onDone(),
    namespace: 'account-tools',
  });
  return (
    <FormCard {...card}>
      <TextInput
        label={t('page_address')}
        description={
          embed.origins.length === 0 ? t('no_origins') : t('page_hint', { origins: embed.origins.join(', ') })
        }
        type="url"
        value={draft.url}
        error={fault('url')}
        maxLength={2000}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
    </FormCard>
  );
}
