import { Loader, Menu } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useTranslation } from 'react-i18next';
import { downloadEndpoint, pdfEndpoint } from '#analytics/contract/endpoints.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { FILE_FORMATS } from '#platform/contract/file-formats.ts';
import { isLocale } from '#platform/contract/locales.ts';
import { download } from '#platform/web/api/files.ts';
import { askedAbout } from '#platform/web/ui/about-choice.tsx';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import styles from '../filters/filters.module.css';
import { useBoard } from './board-state.tsx';

interface Props {
  /** The numbers above the cards, which have no card of their own. */
  figures: Widget<string> | undefined;
  print: () => void;
  printing: boolean;
}

/** The board as one file or on paper, and its key figures as rows. */
export function BoardFiles({ figures, print, printing }: Props) {
  const { t, i18n } = useTranslation('board');
  const { board, parameters } = useBoard();
  const { state, save } = useDownloads();
  const language = isLocale(i18n.language) ? i18n.language : 'en';
  return (
    <Menu position="bottom-end" withinPortal shadow="md" disabled={state.loading || printing}>
      <Menu.Target>
        <button type="button" className={styles.open} aria-label={t('save_board')} aria-busy={state.loading}>
          {state.loading ? <Loader size={14} aria-hidden /> : <IconDownload size={16} aria-hidden />}
          <span className={styles.openLabel}>{t('save_board')}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save(() => download(pdfEndpoint(board), { query: { ...parameters, language } }))}>
          {t('file_pdf')}
        </Menu.Item>
        <Menu.Item onClick={print}>{t('print')}</Menu.Item>
        {figures && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('section_figures')}</Menu.Label>
            {FILE_FORMATS.map((format) => (
              <Menu.Item
                key={format}
                onClick={() =>
                  save(() =>
                    download(downloadEndpoint(board, figures), {
                      query: { ...parameters, format, ...(format === 'csv' ? askedAbout() : {}) },
                    }),
                  )
                }
              >
                {t(`file_${format}`)}
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
