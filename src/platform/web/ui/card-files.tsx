import { Menu } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useTranslation } from 'react-i18next';
import { AboutChoice } from './about-choice.tsx';
import styles from './card-frame.module.css';

/** A form in which a card can be had as a file. */
export interface CardFile {
  id: string;
  label: string;
  save: () => void;
}

interface Props {
  files: readonly CardFile[];
  /** In full screen nothing outside of the card is seen. */
  inside: boolean;
}

/** One button for all files of a card. */
export function CardFiles({ files, inside }: Props) {
  const { t } = useTranslation('ui');
  return (
    <Menu position="bottom-end" withinPortal={!inside} shadow="md">
      <Menu.Target>
        <button type="button" className={styles.action} aria-label={t('download')} title={t('download')}>
          <IconDownload size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(({ id, label, save }) => (
          <Menu.Item key={id} onClick={save}>
            {label}
          </Menu.Item>
        ))}
        <AboutChoice />
      </Menu.Dropdown>
    </Menu>
  );
}
