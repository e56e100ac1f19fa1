import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { downloadEndpoint } from '#analytics/contract/endpoints.ts';
import { leadingOf } from '#analytics/contract/prepare/parts.ts';
import { singleIn } from '#analytics/contract/prepare/shown.ts';
import { numberIn } from '#analytics/contract/rows.ts';
import { SHAPES } from '#analytics/contract/shapes/registry.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { FILE_FORMATS } from '#platform/contract/file-formats.ts';
import { download, saveAs } from '#platform/web/api/files.ts';
import { PICTURE_FORMATS, type PictureFormat } from '#platform/web/charts/picture-formats.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { askedAbout } from '#platform/web/ui/about-choice.tsx';
import type { CardFile } from '#platform/web/ui/card-files.tsx';
import { CardFrame, type CardFrameProps } from '#platform/web/ui/card-frame.tsx';
import { DIMENSION_NAMES } from '#traffic/event/contract/dimensions.ts';
import { nothingHere } from '#traffic/event/web/nothing-here.tsx';
import { useBoard } from '../board/board-state.tsx';
import { hasEvents, useWidget, type WidgetData } from '../board/use-widget.ts';
import { chosenCount } from '../filters/where.ts';
import { useWords } from '../words.ts';
import styles from './cards.module.css';

interface Props extends Pick<CardFrameProps, 'height' | 'skeleton' | 'actions'> {
  widget: Widget<string>;
  data: WidgetData;
  caption?: string | undefined;
  table?: ReactNode;
  wide?: boolean;
  /** A table that was searched in vain keeps its search. */
  keepWhenEmpty?: boolean;
  /** The card as a picture, where it has a chart. */
  picture?: ((format: PictureFormat) => Promise<Blob>) | undefined;
  children?: ReactNode;
}

/** A card of the board: frame, file, address and emptiness of one widget. What is in it comes as children. */
export function WidgetFrame({ widget, data, caption, table, wide, keepWhenEmpty, picture, children, ...frame }: Props) {
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  const { pathname, search, hash } = useLocation();
  const anchor = `#${widget.id}`;
  const isAimedAt = decodeURIComponent(hash) === anchor;
  const { given } = useBoard();
  const files = useFiles(widget, data.state === 'ready' ? picture : undefined);
  const empty = useEmpty(widget);
  const single = useSingle(widget, data, isAimedAt || keepWhenEmpty === true);

  useEffect(() => {
    if (isAimedAt) place.current?.scrollIntoView({ block: 'center' });
  }, [isAimedAt]);

  return (
    <div
      ref={place}
      id={widget.id}
      className={styles.place}
      data-wide={wide || undefined}
      data-aimed={isAimedAt || undefined}
    >
      <CardFrame
        {...frame}
        title={words.title(widget)}
        definition={words.meaning(widget)}
        caption={single ?? caption}
        closed={single !== undefined}
        state={data.state === 'empty' && keepWhenEmpty ? 'ready' : data.state}
        error={data.error}
        onRetry={data.retry}
        empty={empty}
        table={table}
        files={given ? undefined : files}
        link={given ? undefined : `${pathname}${search}${anchor}`}
      >
        {children}
      </CardFrame>
    </div>
  );
}

/** What a card says that has one value only, and stays closed: one bar alone compares nothing. */
function useSingle(widget: Widget<string>, data: WidgetData, wanted: boolean): string | undefined {
  const { t } = useTranslation('board');
  const words = useWords();
  const format = useFormat();
  const { where } = useBoard();
  const row = singleIn(widget, data);
  // Who filters by the dimension has asked for one value.
  if (!row || wanted || (widget.by && where[widget.by])) return undefined;
  const count = numberIn(row, leadingOf(widget)) ?? 0;
  return t('single', { name: words.row(widget, row), shown: format.number(count) });
}

/** As names of other files: so many filters, and no longer than file systems take. */
const [NAMED, LONGEST_NAME] = [4, 180];

/** Its rows, all of them, in every form; and what is drawn. */
function useFiles(widget: Widget<string>, picture: Props['picture']): CardFile[] {
  const { t } = useTranslation('board');
  const { board, parameters, selection, where } = useBoard();
  const words = useWords();
  const { pkg, range } = selection;
  const filters = DIMENSION_NAMES.flatMap((by) => (where[by] ?? []).map((value) => `${by}=${value}`)).slice(0, NAMED);
  const nameAt = (made: Date, ext: PictureFormat): string => {
    const said = [words.title(widget), pkg.package_name, range.from, range.to, pkg.time_zone, ...filters];
    const name = said
      .join('_')
      .replace(/[\\/:*?"<>|]/g, '-')
      .slice(0, LONGEST_NAME);
    return `${name}_${made.toISOString().slice(0, 16).replace(':', '')}Z.${ext}`;
  };
  const pictures = picture ? PICTURE_FORMATS : [];
  return [
    ...FILE_FORMATS.map((format) => ({
      id: format,
      label: t(`file_${format}`),
      save: () =>
        download(downloadEndpoint(board, widget), {
          query: { ...parameters, format, ...(format === 'csv' ? askedAbout() : {}) },
        }),
    })),
    ...pictures.map((format) => ({
      id: format,
      label: t(`file_${format}`),
      save: async () => {
        if (!picture) throw new Error('Nothing is drawn yet');
        const name = nameAt(new Date(), format);
        saveAs(await picture(format), name);
        return name;
      },
    })),
  ];
}

/** Why there is nothing and the one thing to do: take filters away, else go to where the data are. */
function useEmpty(widget: Widget<string>): CardFrameProps['empty'] {
  const { t } = useTranslation('board');
  const { where, setWhere, board } = useBoard();
  // The same question the figures ask: whether nothing was found or nothing came at all.
  const totals = board.widgets.find(({ shape }) => SHAPES[shape].single) ?? widget;
  const arrived = useWidget(totals).rows.some(hasEvents);
  if (chosenCount(where) > 0)
    return {
      why: t('empty_filtered'),
      action: (
        <Button variant="default" size="compact-md" onClick={() => setWhere({})}>
          {t('clear_all')}
        </Button>
      ),
    };
  if (widget.standing && arrived) return { why: t(widget.standing.verdict ? 'empty_nothing_found' : 'empty_standing') };
  return nothingHere({ kinds: board.dataset.kinds });
}
