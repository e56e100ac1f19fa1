import type { Locale } from '#platform/contract/locales.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { DIMENSION_NAMES } from '#traffic/event/contract/dimensions.ts';
import { canCompare } from '../../contract/answers.ts';
import { type AnyBoard, isAboutVerdicts } from '../../contract/board.ts';
import type { DimensionFilters } from '../../contract/filters.ts';
import {
  answerOf,
  changeOfShare,
  finishedDays,
  lengthOf,
  MOST_SOURCES,
  sourcesOf,
} from '../../contract/prepare/answer.ts';
import { answerParts, answerText, type ChangeSaid } from '../../contract/prepare/answer-text.ts';
import { comparedText, figureText } from '../../contract/prepare/figure-texts.ts';
import { type FigureModel, figuresOf } from '../../contract/prepare/figures.ts';
import { type BoardLayout, layoutOf } from '../../contract/prepare/layout.ts';
import { leadingOf } from '../../contract/prepare/parts.ts';
import { isWorthShowing, singleIn } from '../../contract/prepare/shown.ts';
import { numberIn } from '../../contract/rows.ts';
import { SHAPES } from '../../contract/shapes/registry.ts';
import type { Widget } from '../../contract/widget.ts';
import type { Filters, Question } from '../question.ts';
import type { RunWidget } from '../run-widget.ts';
import { SERVER_SHAPES } from '../shapes/registry.ts';
import type { Paper, PaperCard, PaperFigure } from './paper.ts';
import type { Answered, PaperTools } from './tools.ts';

/** Rows of a table on paper. */
const TABLE_ROWS = 15;
const CHANGED = 0.0005;

/** A board as somebody asks for it; the question of each widget follows from it. */
export type BoardQuestion = Omit<Question, 'widget' | 'board'> & { board: AnyBoard };

interface Asking {
  scope: Scope;
  run: RunWidget;
  question: BoardQuestion;
  tools: PaperTools;
  signal: AbortSignal | undefined;
}

/** Everything a board shows, asked for at once and put into words. */
export async function paperOf(asking: Asking, locale: Locale): Promise<Paper> {
  const { question, tools } = asking;
  const { t, format } = tools;
  const { board, info, filters } = question;
  const layout = layoutOf(board);
  const { figures, lead } = layout;
  const sections = shownSections(layout, filters);
  const [totals, leading, cards] = await Promise.all([
    figures && ask(asking, figures),
    lead && ask(asking, lead),
    Promise.all(
      sections.map(({ widgets }) =>
        Promise.all(widgets.map(async (widget) => cardOf(await ask(asking, widget), tools))),
      ),
    ),
  ]);
  const days = `${format.day(filters.from)} – ${format.day(filters.to)}`;
  const title = t(`pages:${board.title}`, { defaultValue: board.title });
  return {
    locale,
    title,
    subtitle: `${info.package_title} · ${days}`,
    foot: {
      left: `${info.package_title} · ${title} · ${days}`,
      page: t('board:pdf_page', { page: '{page}', pages: '{pages}' }),
    },
    about: aboutOf(asking, days),
    answer: totals && isAboutVerdicts(board) ? await sentence(asking, totals) : [],
    figures: totals ? figuresIn(totals, leading, tools) : [],
    compared: totals && comparedText(totals.meta, tools),
    lead: leading && cardOf(leading, tools),
    sections: sections.map(({ id }, at) => ({ title: t(`board:section_${id}`), cards: cards[at] ?? [] })),
  };
}

const isFiltered = ({ where, not = {}, condition }: Filters): boolean =>
  Object.keys(where).length + Object.keys(not).length > 0 || condition !== undefined;

const shownSections = ({ open, folded }: BoardLayout, range: Filters) =>
  [...open, ...folded]
    .map(({ id, widgets }) => ({ id, widgets: widgets.filter((widget) => isWorthShowing(widget, range)) }))
    .filter(({ widgets }) => widgets.length > 0);

async function ask(
  { scope, run, question, signal }: Asking,
  widget: Widget<string>,
  more: Partial<Filters> = {},
): Promise<Answered> {
  const { compare } = question.filters;
  const filters: Filters = {
    ...question.filters,
    compare: canCompare(widget) ? compare : false,
    ...(SHAPES[widget.shape].paged ? { limit: TABLE_ROWS } : {}),
    ...more,
  };
  const asked = { ...question, widget, filters };
  return { question: asked, widget, ...(await run(scope, asked, signal)) };
}

function cardOf(answered: Answered, tools: PaperTools): PaperCard {
  const { widget, rows, total, question } = answered;
  const { t, format, words } = tools;
  const note = (text: string): PaperCard => ({ kind: 'note', title: words.title(widget), text });
  if (!rows.some((row) => (numberIn(row, 'total') ?? 0) > 0)) {
    if (isFiltered(question.filters)) return note(t('board:empty_filtered'));
    if (!widget.standing) return note(t('ui:no_data_why'));
    return note(t(widget.standing.verdict ? 'board:empty_nothing_found' : 'board:empty_standing'));
  }
  const single = singleIn(widget, { state: 'ready', rows, total });
  if (!single) return SERVER_SHAPES[widget.shape].paper(answered, tools);
  const count = format.number(numberIn(single, leadingOf(widget)) ?? 0);
  return note(t('board:single', { name: words.row(widget, single), shown: count }));
}

function aboutOf({ scope, question, tools }: Asking, days: string): Paper['about'] {
  const { t, format, words } = tools;
  const { info, filters, now } = question;
  const named = (asked: DimensionFilters, sign: string) =>
    DIMENSION_NAMES.flatMap((name) => {
      const values = asked[name] ?? [];
      const said = values.map((value) => words.value(name, value)).join(', ');
      return values.length === 0 ? [] : [`${words.dimension(name)}${sign} ${said}`];
    });
  const said = [
    ...named(filters.where, ':'),
    ...named(filters.not ?? {}, ' ≠'),
    ...(filters.condition ? [t('board:pdf_condition')] : []),
  ];
  return [
    { label: t('board:pdf_package'), value: `${info.package_title} (${info.package_name})` },
    { label: t('board:pdf_days'), value: days },
    { label: t('board:pdf_zone'), value: info.time_zone },
    { label: t('board:filters'), value: said.length === 0 ? t('board:pdf_no_filters') : said.join(' · ') },
    {
      label: t('board:pdf_made'),
      value: t('board:pdf_made_by', { when: format.dateTime(now.toISOString(), info.time_zone), who: scope.userName }),
    },
  ];
}

function figuresIn(totals: Answered, days: Answered | undefined, tools: PaperTools): PaperFigure[] {
  const { t, format, words, provisional } = tools;
  const { widget, question, meta } = totals;
  const { dataset } = question.board;
  const [row] = totals.rows;
  if (!row) return [];
  const texts = { t, format, dataset, currency: question.info.currency };
  const models = figuresOf(row, widget.measures, days?.rows ?? [], {
    all: dataset.measures,
    provisional,
    suspectIn: meta.suspect_counts_as,
  });
  return models.map((model) => ({
    label: words.measure(model.measure, dataset.measures),
    ...figureText(model.value, texts),
    change: meta.previous && changeIn(model, dataset.measures[model.measure]?.unit === 'percent', tools),
    trend: model.trend,
    tone: model.tone,
  }));
}

function changeIn({ change, good }: FigureModel, inPoints: boolean, { t, format }: PaperTools): PaperFigure['change'] {
  if (change === undefined) return undefined;
  if (change === null) return { text: t('ui:no_base'), tone: 'plain' };
  const text = inPoints ? t('ui:points_short', { value: format.points(change) }) : format.change(change);
  if (good === 'neither' || Math.abs(change) < CHANGED) return { text, tone: 'plain' };
  return { text, tone: change > 0 === (good === 'up') ? 'good' : 'bad' };
}

/** The sentence over the board, with what moved the share of fraud. */
async function sentence(asking: Asking, totals: Answered): Promise<Paper['answer']> {
  const { question, tools } = asking;
  const { board, info, filters } = question;
  const [row] = totals.rows;
  if (!row) return [];
  const said = await changeSaid(asking, totals);
  const text = answerText(answerOf(row, board.dataset.measures), said, {
    ...tools,
    dataset: board.dataset,
    currency: info.currency,
    isFiltered: isFiltered(filters),
    isCompared: filters.compare !== false,
  });
  return answerParts(text)
    .filter((part) => part.text !== '')
    .map((part) => ({ text: part.text, strong: part.name !== undefined }));
}

/** Against what the reader compares with, else days that are over against those before them. */
async function changeSaid(asking: Asking, totals: Answered): Promise<ChangeSaid> {
  const { question, tools } = asking;
  const { filters, board } = question;
  const over = filters.compare ? filters : finishedDays(filters, tools.provisional);
  if (!over) return { change: undefined, days: 0, isPart: true, previous: undefined };
  const more: Partial<Filters> = filters.compare ? {} : { from: over.from, to: over.to, compare: 'previous' };
  const sources = sourcesOf(board.widgets);
  const [whole, parts] = await Promise.all([
    filters.compare ? totals : ask(asking, totals.widget, more),
    sources && ask(asking, sources, { ...more, limit: MOST_SOURCES }),
  ]);
  const [row] = whole.rows;
  const { previous, minimum_sample } = whole.meta;
  return {
    change: row && previous ? changeOfShare(row, parts?.rows ?? [], minimum_sample) : undefined,
    days: lengthOf(over),
    isPart: over.to !== filters.to,
    previous,
  };
}
