import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MOST_SHEET_ROWS } from '#platform/contract/file-formats.ts';
import { download } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import { AboutChoice, askedAbout } from '#platform/web/ui/about-choice.tsx';
import { FileMenu } from '#platform/web/ui/file-menu.tsx';
import { VERDICT_FILES } from '#traffic/event/contract/own-ids.ts';
import { eventsEndpoints } from '#traffic/explorer/contract/events-endpoints.ts';
import type { EventsQuestion } from './use-events.ts';

/** The list as a file, and its verdicts to be joined to the files its events came from. */
export function ExportMenu({ question, disabled }: { question: EventsQuestion; disabled: boolean }) {
  const { t } = useTranslation('events');
  const format = useFormat();
  return (
    <FileMenu
      label={t('export')}
      disabled={disabled}
      labelOf={(form) => t(`export_${form}`, { n: format.number(MOST_SHEET_ROWS) })}
      fileOf={(form) =>
        download(eventsEndpoints.download, {
          query: { ...question, format: form, ...(form === 'csv' ? askedAbout() : {}) },
        })
      }
    >
      {(save) => (
        <>
          {userMay('import.read') && (
            <>
              <Menu.Divider />
              <Menu.Label>{t('verdicts')}</Menu.Label>
              {VERDICT_FILES.map((by) => (
                <Menu.Item
                  key={by}
                  onClick={() =>
                    save(() => download(eventsEndpoints.verdicts, { query: { ...question, by, ...askedAbout() } }))
                  }
                >
                  {t(`verdicts_${by}`)}
                </Menu.Item>
              ))}
            </>
          )}
          <AboutChoice />
        </>
      )}
    </FileMenu>
  );
}
