import type { Format } from '../i18n/format.ts';
import { readTokens } from '../theme/palette.ts';
import { optionOf } from './chart-option.ts';
import type { ChartModel } from './model.ts';
import { CHART_TOKENS } from './paint.ts';
import type { ReadoutWords } from './readout.ts';

const [WIDTH, HEIGHT] = [1200, 560];
const HEAD = 64;
const MARGIN = 24;
/** Dots of the picture for one of its pixels: sharp on paper. */
const SCALE = 2;

export interface PictureWords {
  title: string;
  /** What a number needs to be read alone: unit, zone, days, filters. */
  caption: string;
  format: Format;
  words: ReadoutWords;
}

/** A chart as PNG, on white whatever the screen looks like: it goes into mails and on paper. */
export async function chartPicture(model: ChartModel, { title, caption, format, words }: PictureWords): Promise<Blob> {
  const { init } = await import('./echarts-parts.ts');
  const host = document.createElement('div');
  const [width, height] = [WIDTH - 2 * MARGIN, HEIGHT - HEAD - MARGIN];
  const colour = readTokens(CHART_TOKENS, 'light');
  const fontFamily = getComputedStyle(document.body).fontFamily;
  const chart = init(host, undefined, { renderer: 'canvas', width, height, devicePixelRatio: SCALE });
  try {
    chart.setOption({ ...optionOf(model, { colour, format, animate: false, words }), textStyle: { fontFamily } });
    const picture = document.createElement('canvas');
    picture.width = WIDTH * SCALE;
    picture.height = HEIGHT * SCALE;
    const brush = picture.getContext('2d');
    if (!brush) throw new Error('This browser draws no pictures');
    brush.scale(SCALE, SCALE);
    brush.fillStyle = colour('surface-1');
    brush.fillRect(0, 0, WIDTH, HEIGHT);
    brush.fillStyle = colour('text');
    brush.font = `600 18px ${fontFamily}`;
    brush.fillText(title, MARGIN, 32, width);
    brush.fillStyle = colour('muted');
    brush.font = `13px ${fontFamily}`;
    brush.fillText(caption, MARGIN, 54, width);
    brush.drawImage(chart.renderToCanvas({ pixelRatio: SCALE }), MARGIN, HEAD, width, height);
    return await new Promise((resolve, reject) => {
      picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/png');
    });
  } finally {
    chart.dispose();
  }
}
