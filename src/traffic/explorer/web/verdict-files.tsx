import { Button, Menu } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '#platform/web/api/files.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { VERDICT_FILES, type VerdictFile } from '#traffic/event/contract/own-ids.ts';
import { eventsEndpoints } from '#traffic/explorer/contract/events-endpoints.ts';
import { DOWNLOAD_MS } from './event-tools.tsx';
import type { EventsQuestion } from './use-events.ts';

/** Verdicts of the list to be joined to the files its events came from. */
export function VerdictFiles({ question, disabled }: { question: EventsQuestion; disabled: boolean }) {
  const { t } = useTranslation('events');
  const errorText = useErrorText();
  const [downloading, setDownloading] = useState(false);
  const save = async (by: VerdictFile): Promise<void> => {
    setDownloading(true);
    try {
      await download(eventsEndpoints.verdicts, { query: { ...question, by } }, { timeoutMs: DOWNLOAD_MS });
    } catch (error) {
      notify('failed', errorText(error));
    }
    setDownloading(false);
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={downloading}
          disabled={disabled}
        >
          {t('verdicts')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {VERDICT_FILES.map((by) => (
          <Menu.Item key={by} onClick={() => void save(by)}>
            {t(`verdicts_${by}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
