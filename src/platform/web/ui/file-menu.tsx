import { Button, Menu } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import type { ReactNode } from 'react';
import { FILE_FORMATS, type FileFormat } from '#platform/contract/file-formats.ts';
import { useDownloads } from './use-downloads.ts';

interface Props {
  label: string;
  disabled: boolean;
  labelOf: (format: FileFormat) => string;
  /** Saves the file and answers its name. */
  fileOf: (format: FileFormat) => Promise<string>;
  /** What else can be saved, below the formats. */
  children?: (save: (work: () => Promise<string>) => void) => ReactNode;
}

/** The button that saves what a page shows: an entry for each format of a table. */
export function FileMenu({ label, disabled, labelOf, fileOf, children }: Props) {
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
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FILE_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => save(() => fileOf(format))}>
            {labelOf(format)}
          </Menu.Item>
        ))}
        {children?.(save)}
      </Menu.Dropdown>
    </Menu>
  );
}
