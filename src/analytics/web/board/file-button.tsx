import { Button, Group } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { downloadEndpoint } from '#analytics/contract/endpoints.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { FILE_FORMATS } from '#platform/contract/file-formats.ts';
import { download } from '#platform/web/api/files.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { useBoard } from './board-state.tsx';

/** The rows of the board as a file, in either form, where people come for that. */
export function FileButton({ widget }: { widget: Widget<string> }) {
  const { t } = useTranslation('board');
  const { board, parameters } = useBoard();
  const textOf = useErrorText();
  const save = useMutation({
    mutationFn: (format: (typeof FILE_FORMATS)[number]) =>
      download(downloadEndpoint(board, widget), { query: { ...parameters, format } }),
    onError: (error) => notify('failed', textOf(error)),
  });
  return (
    <Group gap="xs">
      {FILE_FORMATS.map((format, at) => (
        <Button
          key={format}
          variant={at === 0 ? 'filled' : 'default'}
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          {t(`take_${format}`)}
        </Button>
      ))}
    </Group>
  );
}
