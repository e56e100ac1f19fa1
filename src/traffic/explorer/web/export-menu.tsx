import { Button, Menu } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useTranslation } from 'react-i18next';
import { FILE_FORMATS, MOST_SHEET_ROWS } from '#platform/contract/file-formats.ts';
import { download } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import { AboutChoice, askedAbout } from '#platform/web/ui/about-choice.tsx';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { VERDICT_FILES } from '#traffic/event/contract/own-ids.ts';
import { eventsEndpoints } from '#traffic/explorer/contract/events-endpoints.ts';
import type { EventsQuestion } from './use-events.ts';

/** The question of a download is the same however long it takes. */
const TIMEOUT = { timeoutMs: 600_000 };

/** The list as a file, and its verdicts to be joined to the files its events came from. */
export function ExportMenu({ question, disabled }: { question: EventsQuestion; disabled: boolean }) {
  const { t } = useTranslation('events');
  const format = useFormat();
  const { state, save } = useDownloads();
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={state.loading}
          disabled={disabled}
        >
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FILE_FORMATS.map((form) => (
          <Menu.Item
            key={form}
            onClick={() =>
              save(() =>
                download(
                  eventsEndpoints.download,
                  { query: { ...question, format: form, ...(form === 'csv' ? askedAbout() : {}) } },
                  TIMEOUT,
                ),
              )
            }
          >
            {t(`export_${form}`, { n: format.number(MOST_SHEET_ROWS) })}
          </Menu.Item>
        ))}
        {userMay('import.read') && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('verdicts')}</Menu.Label>
            {VERDICT_FILES.map((by) => (
              <Menu.Item
                key={by}
                onClick={() =>
                  save(() =>
                    download(eventsEndpoints.verdicts, { query: { ...question, by, ...askedAbout() } }, TIMEOUT),
                  )
                }
              >
                {t(`verdicts_${by}`)}
              </Menu.Item>
            ))}
          </>
        )}
        <AboutChoice />
      </Menu.Dropdown>
    </Menu>
  );
}
