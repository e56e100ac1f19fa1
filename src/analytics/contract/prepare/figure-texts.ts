import { type Format, NOTHING } from '#platform/contract/format.ts';
import { intervalText } from '#platform/contract/rate.ts';
import type { Translate } from '#platform/contract/translate.ts';
import { assumedText, splitBy } from '#traffic/money/contract/amounts-text.ts';
import type { Dataset } from '../datasets.ts';
import type { BoardMeta } from '../rows.ts';
import { amountText, type FigureModel, type FigureValue, type Money, type SuspectMoney } from './figures.ts';

export interface FigureTools {
  t: Translate;
  format: Format;
  dataset: Pick<Dataset, 'id' | 'measures'>;
  /** Of the package: what is in another stands behind. */
  currency: string;
}

export interface FigureText {
  value: string;
  /** The number that was too long to be shown. */
  exact?: string;
  detail: string;
}

/** Keeps the lines of all tiles at one height. */
const NO_DETAIL = '\u00a0';
/** Longer numbers do not fit their tile; the exact one is its title. */
const COMPACT_FROM = 10_000_000;

function moneyText(value: Extract<FigureValue, { kind: 'money' }>, tools: FigureTools): FigureText {
  const { amounts, of, assumed, suspect } = value;
  const { t, format, currency } = tools;
  const { sum, apart } = splitBy(amounts, currency);
  const said = (of: readonly Money[]): string[] => of.map((one) => amountText(one, format));
  const suspectText = (one: SuspectMoney): string => {
    const text = said(one.amounts).join(' + ');
    return one.assumed ? assumedText(text) : text;
  };
  const [first, ...more] = said([...(sum ? [sum] : []), ...apart]);
  if (first === undefined) return { value: NOTHING, detail: t('board:no_cost') };
  const [whole] = of;
  const others = more.join(' + ');
  const parts = [
    ...(suspect ? [t(`board:suspect_${suspect.within ? 'within' : 'beside'}`, { amount: suspectText(suspect) })] : []),
    ...(sum && others !== '' ? [t('board:unconverted', { amounts: others, currency })] : []),
    ...(sum || others === '' ? [] : [`+ ${others}`]),
    ...(sum ? [] : [t('board:no_rate', { currency })]),
    ...(whole && more.length === 0 ? [t('board:of_spend', { amount: amountText(whole, format) })] : []),
    ...(assumed ? [t('board:assumed')] : []),
  ];
  return { value: assumed ? assumedText(first) : first, detail: parts.join(' · ') || NO_DETAIL };
}

function countDetail(share: number | 'beside' | null | undefined, { t, format, dataset }: FigureTools): string {
  if (share === null) return NO_DETAIL;
  if (share === 'beside') return t('board:beside_total');
  return share === undefined ? t(`board:noun_${dataset.id}`) : t('board:of_total', { share: format.percent(share) });
}

/** What stands on a tile. */
export function figureText(value: FigureValue, tools: FigureTools): FigureText {
  const { t, format } = tools;
  if (value.kind === 'money') return moneyText(value, tools);
  if (value.kind === 'rate') {
    if (value.rate === null) return { value: NOTHING, detail: t('ui:too_few') };
    return { value: format.percent(value.rate.share), detail: intervalText(value.rate, t, format) ?? NO_DETAIL };
  }
  const exact = format.number(value.value);
  return {
    value: value.value < COMPACT_FROM ? exact : format.compact(value.value),
    exact,
    detail: countDetail(value.share, tools),
  };
}

type Compared = Pick<BoardMeta, 'previous'>;

/** What the changes of the tiles are against. */
export function comparedText(
  { previous }: Compared,
  { t, format }: Pick<FigureTools, 't' | 'format'>,
): string | undefined {
  if (!previous) return undefined;
  const days = { from: format.shortDay(previous.from), to: format.shortDay(previous.to) };
  return previous.until === undefined
    ? t('board:compared', days)
    : t('board:compared_so_far', { ...days, time: previous.until });
}

/** The period before with its own number: a change in percent of a percentage would be read in two ways. */
export function againstText(
  { measure, previous: before }: Pick<FigureModel, 'measure' | 'previous'>,
  { previous }: Compared,
  { t, format, dataset }: FigureTools,
): string | undefined {
  if (!previous || before === undefined) return undefined;
  const { from, to, until } = previous;
  const value = dataset.measures[measure]?.unit === 'percent' ? format.percent(before / 100) : format.number(before);
  const days = { value, from: format.day(from), to: format.day(to) };
  return until === undefined ? t('board:against', days) : t('board:against_so_far', { ...days, time: until });
}
