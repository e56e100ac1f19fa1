import type { Format } from '#platform/contract/format.ts';
import { intervalText } from '#platform/contract/rate.ts';
import type { Translate } from '#platform/contract/translate.ts';
import { assumedText, splitBy } from '#traffic/money/contract/amounts-text.ts';
import type { Dataset } from '../datasets.ts';
import type { BoardMeta } from '../rows.ts';
import type { Words } from '../words.ts';
import type { Answer, Change } from './answer.ts';
import { amountText, type Money } from './figures.ts';

export interface AnswerTools {
  t: Translate;
  format: Format;
  words: Pick<Words, 'value'>;
  dataset: Pick<Dataset, 'id' | 'noun'>;
  /** Of the package. */
  currency: string;
  /** Some filter is set. */
  isFiltered: boolean;
  /** The reader has chosen what to compare with. */
  isCompared: boolean;
}

export interface ChangeSaid {
  /** Absent while it is not known, and where nothing can be compared. */
  change: Change | undefined;
  days: number;
  /** Some days of the range are not over and were left out. */
  isPart: boolean;
  /** What is compared with. */
  previous: BoardMeta['previous'];
}

function headText({ says, total, fraud, rate }: Answer, { t, format, dataset, isFiltered }: AnswerTools): string {
  const noun = t(`board:many_${dataset.id}`, { defaultValue: dataset.noun });
  if (says === 'nothing') return t(isFiltered ? 'board:answer_filtered' : 'board:answer_nothing', { noun });
  return t(`board:answer_${says}`, {
    share: format.percent(rate?.share),
    interval: intervalText(rate, t, format),
    high: format.percent(rate?.high),
    fraud: format.number(fraud),
    total: format.number(total),
    noun,
  });
}

function moneyText({ fraud, money, isAssumed }: Answer, { t, format, currency }: AnswerTools): string {
  if (fraud === 0) return '';
  if (money.length === 0) return t('board:answer_no_money');
  const { sum, apart } = splitBy(money, currency);
  const text = (amounts: readonly Money[]): string => amounts.map((one) => amountText(one, format)).join(' + ');
  const shown = text(sum ? [sum] : apart);
  const said = t('board:answer_money', { money: isAssumed ? assumedText(shown) : shown });
  const assumed = isAssumed ? ` (${t('board:assumed')})` : '';
  if (apart.length === 0) return `${said}${assumed}`;
  if (!sum) return `${said} (${t('board:no_rate', { currency })})${assumed}`;
  return `${said}${assumed}${t('board:answer_unconverted', { amounts: text(apart), currency })}`;
}

function comparedWith({ days, previous }: ChangeSaid, { t, format, isCompared }: AnswerTools): string {
  if (!isCompared || !previous) return t('board:answer_before', { count: days });
  const { from, to, until } = previous;
  const end = until === undefined ? format.shortDay(to) : `${format.shortDay(to)}, ${until}`;
  return t('board:answer_compared', { from: format.shortDay(from), to: end });
}

const points = (by: string, { t }: AnswerTools): string => t('ui:points', { value: by });
const size = (by: number, { format }: AnswerTools): string => format.number(Math.abs(by), 1);

function changeText(said: ChangeSaid, tools: AnswerTools): string {
  const { t } = tools;
  const { change, days, isPart } = said;
  if (days === 0) return t('board:answer_unfinished');
  if (!change) return '';
  const against = comparedWith(said, tools);
  const text = t(`board:answer_${change.is}`, { points: points(size(change.points, tools), tools), against });
  return isPart ? `${text} ${t('board:answer_over')}` : text;
}

function driverText({ change }: ChangeSaid, tools: AnswerTools): string {
  const driver = change?.driver;
  if (!driver) return '';
  const { t, words } = tools;
  const who = driver.row ? words.value('publisher', driver.row.key) : t('board:answer_gone');
  const by = points(`${driver.points > 0 ? '+' : '−'}${size(driver.points, tools)}`, tools);
  return t(driver.most ? 'board:answer_driver' : 'board:answer_driver_part', { who, points: by });
}

/** The numbers of a board as one sentence, with parts like `<total>1,234</total>` for whoever links or marks them. */
export function answerText(answer: Answer, said: ChangeSaid, tools: AnswerTools): string {
  const parts =
    answer.says === 'nothing'
      ? [headText(answer, tools)]
      : [headText(answer, tools), moneyText(answer, tools), changeText(said, tools), driverText(said, tools)];
  return `${parts.join('')}${tools.t('board:answer_end')}`;
}

const MARKED = /<(\w+)>(.*?)<\/\1>/g;

/** The parts of such a sentence in their order; plain ones have no name. */
export function answerParts(text: string): { name?: string; text: string }[] {
  const parts: { name?: string; text: string }[] = [];
  let at = 0;
  for (const { 0: whole, 1: name = '', 2: words = '', index } of text.matchAll(MARKED)) {
    parts.push({ text: text.slice(at, index) }, { name, text: words });
    at = index + whole.length;
  }
  return [...parts, { text: text.slice(at) }];
}
