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
  const { fontFamily } = getComputedStyle(document.body);
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
    const drawing = new DOMParser().parseFromString(chart.renderToSVGString(), 'image/svg+xml').documentElement;
    drawing.setAttribute('x', String(MARGIN));
    drawing.setAttribute('y', String(HEAD));
    const page = element('svg', { width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' });
    page.append(
      // First, so that programs take it for the name of the picture.
      element('title', {}, title),
      element('rect', { width: WIDTH, height: HEIGHT, fill: colour('surface-1') }),
      textAt(32, title, { 'font-size': 18, 'font-weight': 600, fill: colour('text'), 'font-family': fontFamily }),
      textAt(54, caption, { 'font-size': 13, fill: colour('muted'), 'font-family': fontFamily }),
      drawing,
    );
    return new Blob([new XMLSerializer().serializeToString(page)], { type: 'image/svg+xml' });
  } finally {
    chart.dispose();
  }
}

const DRAWINGS: Readonly<Record<PictureFormat, (drawn: Drawn) => Promise<Blob>>> = { png, svg };

function element(name: string, attributes: Readonly<Record<string, string | number>>, text = ''): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  made.textContent = text;
  return made;
}

const textAt = (y: number, text: string, look: Readonly<Record<string, string | number>>): SVGElement =>
  element('text', { x: MARGIN, y, ...look }, text);
