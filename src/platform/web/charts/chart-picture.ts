import { type ChartOption, optionOf } from '#platform/contract/charts/chart-option.ts';
import type { ChartModel } from '#platform/contract/charts/model.ts';
import { CHART_TOKENS, type Colour } from '#platform/contract/charts/paint.ts';
import type { ReadoutWords } from '#platform/contract/charts/readout.ts';
import type { Format } from '#platform/contract/format.ts';
import { readTokens } from '../theme/palette.ts';
import type { PictureFormat } from './picture-formats.ts';

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

interface Drawn extends PictureWords {
  colour: Colour;
  fontFamily: string;
  option: ChartOption;
}

const [PLOT_WIDTH, PLOT_HEIGHT] = [WIDTH - 2 * MARGIN, HEIGHT - HEAD - MARGIN];

/** A chart as a picture, on white whatever the screen looks like: it goes into mails and on paper. */
export function chartPicture(model: ChartModel, form: PictureFormat, said: PictureWords): Promise<Blob> {
  const { format, words } = said;
  const colour = readTokens(CHART_TOKENS, 'light');
  // In a drawing the name of a face stands between quotation marks itself.
  const fontFamily = getComputedStyle(document.body).fontFamily.replaceAll('"', "'");
  const option = { ...optionOf(model, { colour, format, animate: false, words }), textStyle: { fontFamily } };
  return DRAWINGS[form]({ ...said, colour, fontFamily, option });
}

async function png({ title, caption, colour, fontFamily, option }: Drawn): Promise<Blob> {
  const { init } = await import('./echarts-parts.ts');
  const size = { width: PLOT_WIDTH, height: PLOT_HEIGHT };
  const chart = init(document.createElement('div'), undefined, {
    renderer: 'canvas',
    ...size,
    devicePixelRatio: SCALE,
  });
  try {
    chart.setOption(option);
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
    brush.fillText(title, MARGIN, 32, PLOT_WIDTH);
    brush.fillStyle = colour('muted');
    brush.font = `13px ${fontFamily}`;
    brush.fillText(caption, MARGIN, 54, PLOT_WIDTH);
    brush.drawImage(chart.renderToCanvas({ pixelRatio: SCALE }), MARGIN, HEAD, PLOT_WIDTH, PLOT_HEIGHT);
    return await new Promise((resolve, reject) => {
      picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/png');
    });
  } finally {
    chart.dispose();
  }
}

/** The same with lines and letters that stay sharp at any size, and that a drawing program can change. */
async function svg({ title, caption, colour, fontFamily, option }: Drawn): Promise<Blob> {
  const { initSvg } = await import('./echarts-svg.ts');
  const chart = initSvg(null, undefined, { renderer: 'svg', ssr: true, width: PLOT_WIDTH, height: PLOT_HEIGHT });
  try {
    chart.setOption(option);
    const size = `width="${WIDTH}" height="${HEIGHT}"`;
    const words = (y: number, text: string, look: string) =>
      `<text x="${MARGIN}" y="${y}" font-family="${escaped(fontFamily)}" ${look}>${escaped(text)}</text>`;
    const parts = [
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size} viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
      // First, so that programs take it for the name of the picture.
      `<title>${escaped(title)}</title>`,
      `<rect ${size} fill="${colour('surface-1')}"/>`,
      words(32, title, `font-size="18" font-weight="600" fill="${colour('text')}"`),
      words(54, caption, `font-size="13" fill="${colour('muted')}"`),
      `<g transform="translate(${MARGIN} ${HEAD})">${chart.renderToSVGString()}</g>`,
      '</svg>',
    ];
    return new Blob(parts, { type: 'image/svg+xml' });
  } finally {
    chart.dispose();
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => ENTITIES[one] ?? one);

const DRAWINGS: Readonly<Record<PictureFormat, (drawn: Drawn) => Promise<Blob>>> = { png, svg };
