import { Button, Menu } from '@mantine/core';
import IconCode from '@tabler/icons-react/dist/esm/icons/IconCode.mjs';
import { useTranslation } from 'react-i18next';
import {
  type ExploreQueryInput,
  type ExploreRow,
  exploreEndpoints,
} from '#domains/explore/contract/explore-endpoints.ts';
import { urlOf } from '#platform/web/api/call.ts';
import { download, saveAs } from '#platform/web/api/files.ts';
import { PICTURE_FORMATS, type PictureFormat } from '#platform/web/charts/picture-formats.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { AboutChoice, askedAbout } from '#platform/web/ui/about-choice.tsx';
import { FileMenu } from '#platform/web/ui/file-menu.tsx';
import { notify } from '#platform/web/ui/notify.ts';
import type { Ask } from './ask.ts';
import { useExploreChart } from './explore-picture.tsx';
import { useExploreWords } from './use-words.ts';

interface Props {
  ask: Ask;
  question: ExploreQueryInput;
  rows: readonly ExploreRow[];
  disabled: boolean;
}

/** The answer as a file, the chart as a picture, and the call that anybody's program can make. */
export function ExploreFiles({ ask, question, rows, disabled }: Props) {
  const { t } = useTranslation('explore');
  const picture = usePicture(ask, rows);
  const copyCall = async (): Promise<void> => {
    const url = new URL(urlOf(exploreEndpoints.explore, { query: question }), location.href).href;
    await navigator.clipboard.writeText(
      `curl -H 'Authorization: Bearer <${t('token')}>' '${url.replaceAll("'", '%27')}'`,
    );
    notify('done', t('call_copied'));
  };
  return (
    <div className={screen.tools}>
      <Button variant="default" leftSection={<IconCode size={16} aria-hidden />} onClick={() => void copyCall()}>
        {t('copy_call')}
      </Button>
      <FileMenu
        label={t('download')}
        disabled={disabled}
        labelOf={(format) => t(`format_${format}`)}
        fileOf={(format) =>
          download(exploreEndpoints.exploreFile, {
            query: { ...question, format, ...(format === 'csv' ? askedAbout() : {}) },
          })
        }
      >
        {(save) => (
          <>
            {ask.view === 'chart' &&
              picture &&
              PICTURE_FORMATS.map((form) => (
                <Menu.Item
                  key={form}
                  onClick={() =>
                    save(async () => {
                      saveAs(await picture(form), `explore.${form}`);
                      return `explore.${form}`;
                    })
                  }
                >
                  {t('picture', { form: form.toUpperCase() })}
                </Menu.Item>
              ))}
            <AboutChoice />
          </>
        )}
      </FileMenu>
    </div>
  );
}

/** The chart for a mail or a slide, where package, days and filters have to be said. */
function usePicture(ask: Ask, rows: readonly ExploreRow[]) {
  const { t } = useTranslation(['ui', 'explore']);
  const model = useExploreChart(ask, rows);
  const words = useExploreWords();
  const format = useFormat();
  const { pkg, range } = useSelection();
  if (!model) return undefined;
  const filters = ask.filters.map(({ name, values, not }) => {
    const field = name === 'group' ? 'reason_group' : name;
    if (field === 'import') return '';
    return `${words.key(field)}${not ? ' ≠' : ':'} ${values.map((value) => words.value(field, value)).join(', ')}`;
  });
  return async (form: PictureFormat): Promise<Blob> => {
    const { chartPicture } = await import('#platform/web/charts/chart-picture.ts');
    return chartPicture(model, form, {
      title: `${ask.measures.slice(0, 3).map(words.measure).join(', ')}: ${ask.by.map(words.key).join(', ')}`,
      caption: [pkg.package_title, `${format.day(range.from)} – ${format.day(range.to)}`, pkg.time_zone, ...filters]
        .filter((text) => text !== '')
        .join(' · '),
      format,
      words: { open: t('ui:incomplete'), more: (count) => t('ui:earlier_marks', { n: format.number(count) }) },
    });
  };
}
