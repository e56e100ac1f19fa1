import { Loader, Menu } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useTranslation } from 'react-i18next';
import { AboutChoice } from './about-choice.tsx';
import styles from './card-frame.module.css';
import { useDownloads } from './use-downloads.ts';

/** A form in which a card can be had as a file. */
export interface CardFile {
  id: string;
  label: string;
  /** Says the name under which it was saved. */
  save: () => Promise<string>;
}

interface Props {
  files: readonly CardFile[];
  /** In full screen nothing outside of the card is seen. */
  inside: boolean;
}

/** One button for all files of a card. */
export function CardFiles({ files, inside }: Props) {
  const { t } = useTranslation('ui');
  const { state, save } = useDownloads();
  const said = t(state.loading ? 'downloading' : state.status === true ? 'downloaded' : 'download');
  return (
    <Menu disabled={state.loading} position="bottom-end" withinPortal={!inside} shadow="md">
      <Menu.Target>
        <button type="button" className={styles.action} aria-label={said} title={said} aria-busy={state.loading}>
          {state.loading ? (
            <Loader size={14} aria-hidden />
          ) : state.status === true ? (
            <IconCheck size={16} aria-hidden />
          ) : (
            <IconDownload size={16} aria-hidden />
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(({ id, label, save: file }) => (
          <Menu.Item key={id} onClick={() => save(file)}>
            {label}
          </Menu.Item>
        ))}
        <AboutChoice />
      </Menu.Dropdown>
    </Menu>
  );
}
