import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkLineComponent } from 'echarts/components';
import { init, setPlatformAPI, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { optionOf } from '#platform/contract/charts/chart-option.ts';
import type { ChartModel } from '#platform/contract/charts/model.ts';
import { paperColour } from '#platform/contract/charts/paper-colours.ts';
import { formatOf } from '#platform/contract/format.ts';
import type { Locale } from '#platform/contract/locales.ts';
import { widthOf } from '#platform/server/pdf/fonts.ts';
import { svgRuns } from './style.ts';

use([BarChart, LineChart, GridComponent, LegendComponent, MarkLineComponent, SVGRenderer]);

/** Pixels of a chart for a point of paper: letters of 12 pixels stand there with seven points. */
const PIXELS = 1.65;
const TEXT = /<text ([^>]*)>([^<]*)<\/text>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const unescaped = (text: string): string => text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (one) => ENTITIES[one] ?? one);

/** A chart as the screen draws it, as SVG of so many points. */
export function chartPicture(
  model: ChartModel,
  size: { width: number; height: number },
  locale: Locale,
  open: string,
): string {
  setPlatformAPI({
    measureText: (text: string, font = '12px') => ({
      width: widthOf(text, Number.parseFloat(font.match(/[\d.]+(?=px)/)?.[0] ?? '12'), locale),
    }),
  });
  const chart = init(null, undefined, {
    renderer: 'svg',
    ssr: true,
    width: size.width * PIXELS,
    height: size.height * PIXELS,
  });
  try {
    const format = formatOf(locale);
    const option = optionOf(model, { colour: paperColour, format, animate: false, words: { open, more: String } });
    chart.setOption({ ...option, textStyle: { fontFamily: 'Inter' } });
    return inFaces(chart.renderToSVGString(), locale);
  } finally {
    chart.dispose();
  }
}

/** Each text in the faces that have its letters. Told to keep blanks, the writer moves what has some to the right. */
const inFaces = (picture: string, locale: Locale): string =>
  picture.replaceAll(TEXT, (_, attributes: string, text: string) => {
    const look = attributes.replace('xml:space="preserve"', '');
    return `<text ${look}>${svgRuns(unescaped(text), locale)}</text>`;
  });
