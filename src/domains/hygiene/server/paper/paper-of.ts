import sharp from 'sharp';
import { findingName } from '#domains/hygiene/contract/finding-name.ts';
import type { ResultView } from '#domains/hygiene/contract/package-endpoints.ts';
import { type AnalysisResult, isInPart } from '#domains/hygiene/contract/result.ts';
import { SECTIONS, type Section } from '#domains/hygiene/contract/terms.ts';
import { type Format, formatOf } from '#platform/contract/format.ts';
import type { Locale } from '#platform/contract/locales.ts';
import type { Translate } from '#platform/contract/translate.ts';
import { unprintable } from '#platform/server/pdf/fonts.ts';
import type { PaperBox, PaperTable, Place, ResultPaper } from './paper.ts';

/** A result as it is kept. */
export interface Printed {
  view: ResultView;
  packageName: string;
  result: AnalysisResult;
  preview: Buffer | null;
}

interface Tools {
  t: Translate;
  format: Format;
  word: (key: string, values?: Record<string, unknown>) => string;
}

/** What was found in a file, in words: all of it, so that whoever is handed the paper needs no screen. */
export async function paperOf(kept: Printed, t: Translate, locale: Locale): Promise<ResultPaper> {
  const tools: Tools = { t, format: formatOf(locale), word: (key, values) => t(`hygiene:${key}`, values) };
  const { word, format } = tools;
  const { view, packageName, result } = kept;
  const { meta } = result;
  const numbered = numberedOf(kept);
  const paper: Omit<ResultPaper, 'notes'> = {
    locale,
    title: word('paper_title', { name: view.name }),
    facts: factsOf(kept, tools),
    verdict: {
      is: meta.verdict,
      word: word(`verdict_${meta.verdict}`),
      reasons: reasonsOf(result, tools),
      more: [
        ...(view.kind === 'audio' ? [] : [word('by_words')]),
        ...(meta.frames > 0 ? [word('sampled', { pictures: meta.frames })] : []),
      ],
    },
    picture: await pictureOf(kept, numbered, word),
    tables: [
      ...SECTIONS.map((section) => sectionTable(section, numbered, tools)),
      policyTable(result, tools),
      ...unseenTables(result, tools),
    ].filter(({ rows }) => rows.length > 0),
    foot: {
      left: `${packageName} · ${format.dateTime(view.created_at, 'UTC')} UTC`,
      page: t('board:pdf_page', { page: '{page}', pages: '{pages}' }),
    },
  };
  return { ...paper, notes: notesOf(paper, result, tools) };
}

function factsOf({ view, packageName, result: { meta } }: Printed, { t, format, word }: Tools): ResultPaper['facts'] {
  const facts: (readonly [string, string])[] = [
    ['name', view.name],
    ['kind', word(view.kind)],
    ...(meta.width > 0
      ? ([['paper_size', word('paper_pixels', { width: meta.width, height: meta.height })]] as const)
      : []),
    ...(meta.seconds > 0
      ? ([['paper_length', word('at_second', { second: format.number(meta.seconds, 1) })]] as const)
      : []),
    ['paper_package', packageName],
    ['created_at', `${format.dateTime(view.created_at, 'UTC')} UTC`],
    ['paper_by', t(`hygiene:provider_${meta.provider}`, { defaultValue: meta.provider })],
  ];
  return facts.map(([label, value]) => ({ label: word(label), value }));
}

const categoryIn = ({ t }: Tools, name: string): string => t(`hygiene:category_${name}`, { defaultValue: name });

function reasonsOf({ meta: { reasons } }: AnalysisResult, tools: Tools): string[] {
  const { word, format } = tools;
  if (reasons.length === 0) return [word('nothing_against')];
  return reasons.map(({ category, confidence, action, name }) =>
    category === 'unchecked'
      ? word('reason_unchecked', { what: word(`section_${name}`) })
      : word(`reason_${action}`, { what: categoryIn(tools, category), sure: format.percent(confidence ?? 0) }),
  );
}

interface Numbered {
  /** Of its box on the picture; null without one. */
  number: number | null;
  section: Section;
  name: string;
  confidence: number;
  source: string;
  at: readonly number[];
  places: readonly Place[];
}

/** What was found and read, in the order of the paper; what has a place on the picture that is shown has a number. */
function numberedOf({ view, preview, result: { meta } }: Printed): Numbered[] {
  const found = meta.findings.map(({ section, name, confidence, source, at = [], place, places }) => ({
    section,
    name,
    confidence,
    source: source as string,
    at,
    places: places ?? (place ? [place] : []),
  }));
  const read = (meta.lines ?? []).map(({ text: name, confidence, at = [], place }) => {
    return { section: 'text' as const, name, confidence, source: 'text', at, places: [place] };
  });
  let count = 0;
  const isDrawn = view.kind === 'image' && preview !== null;
  return SECTIONS.flatMap((section) => [...found, ...read].filter((one) => one.section === section)).map((one) => ({
    ...one,
    // On a picture that moves a place is that of one of its pages.
    number: isDrawn && one.places.length > 0 && one.at.length === 0 ? ++count : null,
  }));
}

/** Places that are told one by one. */
const MOST_TOLD = 12;

function whereOf({ at, places }: Numbered, { word, format }: Tools): string {
  if (at.length > 0) {
    const seconds = at.slice(0, MOST_TOLD).map((second) => word('at_second', { second: format.number(second, 1) }));
    return `${seconds.join(', ')}${at.length > MOST_TOLD ? ' …' : ''}`;
  }
  return places
    .slice(0, MOST_TOLD)
    .map(([left, top]) => word('paper_place', { left: format.percent(left, 0), top: format.percent(top, 0) }))
    .join('; ');
}

function sectionTable(section: Section, numbered: readonly Numbered[], tools: Tools): PaperTable {
  const { t, word, format } = tools;
  return {
    title: word(`section_${section}`),
    heads: ['paper_found', 'paper_sure', 'paper_where', 'paper_source'].map((key) => word(key)),
    rows: numbered
      .filter((one) => one.section === section)
      .map((row) => ({
        number: row.number,
        cells: [
          findingName(tools.word, section, row.name),
          format.percent(row.confidence),
          whereOf(row, tools),
          t(`hygiene:source_${row.source}`),
        ],
      })),
  };
}

const policyTable = ({ meta: { rules = [] } }: AnalysisResult, tools: Tools): PaperTable => ({
  title: tools.word('paper_policy'),
  heads: ['paper_category', 'paper_from', 'paper_action'].map((key) => tools.word(key)),
  rows: rules.map(({ category, confidence, action }) => ({
    number: null,
    cells: [categoryIn(tools, category), tools.format.percent(confidence), tools.word(`action_${action}`)],
  })),
});

function unseenTables(result: AnalysisResult, { word }: Tools): PaperTable[] {
  const table = (title: string, isPart: boolean): PaperTable => ({
    title: word(title),
    heads: [word('paper_section'), word('paper_why')],
    rows: result.meta.unavailable
      .filter((one) => isInPart(one, result) === isPart)
      .map(({ section, absence, needs }) => ({
        number: null,
        cells: [word(`section_${section}`), word(`absence_${absence}`, { needs })],
      })),
  });
  return [table('not_looked_at', false), table('in_part', true)];
}

/** On paper what shines through is neither white nor black: letters of either show. */
const GROUND = '#9aa1ab';

async function pictureOf(
  { preview, result: { meta } }: Printed,
  numbered: readonly Numbered[],
  word: Tools['word'],
): Promise<ResultPaper['picture']> {
  if (!preview) return null;
  const { data, info } = await sharp(preview)
    .flatten({ background: GROUND })
    .jpeg({ quality: 85 })
    .toBuffer({ resolveWithObject: true });
  const boxes = numbered.flatMap(({ number, places, section }): PaperBox[] =>
    number === null ? [] : [{ number, places, isAsked: section === 'moderation_labels' }],
  );
  const caption = boxes.length > 0 ? word('paper_boxes') : meta.frames > 0 ? word('paper_first_picture') : '';
  return {
    address: `data:image/jpeg;base64,${data.toString('base64')}`,
    width: info.width,
    height: info.height,
    boxes,
    caption,
  };
}

/** Letters that are named before the rest is counted. */
const MOST_LETTERS = 20;

function notesOf(
  paper: Omit<ResultPaper, 'notes'>,
  { text, translation, demographics: { age, gender, emotions }, meta }: AnalysisResult,
  { word, format }: Tools,
): ResultPaper['notes'] {
  const said = (all: readonly string[]): string =>
    all.map((name) => findingName(word, 'demographics', name)).join(', ');
  const notes = [
    { label: word('section_demographics'), text: [age, gender, emotions].map(said).filter(Boolean).join('\n') },
    // What was heard is in no line, and neither is anything in results from before.
    { label: word('section_text'), text: text === linesIn(meta.lines) ? '' : text },
    { label: word('section_translation'), text: translation },
    {
      label: word('paper_approved'),
      text: meta.approved.length > 0 ? word('like_approved', { names: format.list(meta.approved.map(nameOf)) }) : '',
    },
    { label: word('paper_policy'), text: meta.rules === undefined ? word('paper_policy_unknown') : '' },
  ].filter((note) => note.text.trim() !== '');
  const all = [
    paper.title,
    paper.foot.left,
    ...paper.facts.map(({ value }) => value),
    ...paper.tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)),
    ...notes.map((note) => note.text),
  ];
  const missing = unprintable(all.join('\n'));
  if (missing.length === 0) return notes;
  const codes = missing.slice(0, MOST_LETTERS).map(codeOf);
  const letters = `${codes.join(', ')}${missing.length > MOST_LETTERS ? ' …' : ''}`;
  return [...notes, { label: word('paper_letters'), text: word('paper_letters_why', { letters }) }];
}

const nameOf = ({ name }: { name: string }): string => name;
const linesIn = (lines: AnalysisResult['meta']['lines'] = []): string => lines.map(({ text }) => text).join('\n');
const codeOf = (letter: string): string =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
