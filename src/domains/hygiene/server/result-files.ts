import type { ResultView } from '#domains/hygiene/contract/package-endpoints.ts';
import { type AnalysisResult, isInPart } from '#domains/hygiene/contract/result.ts';
import type { Locale } from '#platform/contract/locales.ts';
import { type Cell, csvFileName, csvStream } from '#platform/server/csv.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import type { Texts } from '#platform/server/texts.ts';
import { entryBeside, lastingThread } from '#platform/server/thread.ts';
import { type Printed, paperOf } from './paper/paper-of.ts';

const HEAD = ['section', 'name', 'confidence', 'source', 'seconds', 'left', 'top', 'width', 'height'];

const EMPTY: Cell[] = [null, null, null, null];
const rounded = (value: number): number => Math.round(value * 1000) / 1000;
const seconds = (at: readonly number[] = []): string => at.map((second) => second.toFixed(1)).join(' ');
const sides = (place: readonly number[] | undefined): Cell[] => (place ? place.map(rounded) : EMPTY);

/** Rows of what was found, one for each place of it; then what was read, the policy, and what was not looked at. */
function rowsOf(result: AnalysisResult): Cell[][] {
  const { meta, text, translation, demographics } = result;
  const bare = (section: string, name: string, confidence: number | null = null): Cell[] => [
    section,
    name,
    confidence === null ? null : rounded(confidence),
    '',
    '',
    ...EMPTY,
  ];
  return [
    bare('verdict', meta.verdict),
    ...meta.reasons.map(({ category, confidence, action, name }) =>
      bare(`reason ${action}`, category === 'unchecked' ? `not checked: ${name}` : category, confidence),
    ),
    ...meta.findings.flatMap(({ section, name, confidence, source, at, place, places = [place] }): Cell[][] =>
      places.map((one) => [section, name, rounded(confidence), source, seconds(at), ...sides(one)]),
    ),
    ...Object.entries(demographics).flatMap(([what, values]) => values.map((value) => bare(what, value))),
    ...(text === '' ? [] : [bare('text', text)]),
    ...(meta.lines ?? []).map((line): Cell[] => [
      'line of text',
      line.text,
      rounded(line.confidence),
      'text',
      seconds(line.at),
      ...sides(line.place),
    ]),
    ...(translation === '' ? [] : [bare('translation', translation)]),
    ...(meta.rules ?? []).map(({ category, confidence, action }) => bare(`policy ${action}`, category, confidence)),
    ...meta.unavailable.map((one) =>
      bare(
        `${isInPart(one, result) ? 'looked at in part' : 'not looked at'}: ${one.section}`,
        `${one.absence} ${one.needs}`.trim(),
      ),
    ),
  ];
}

export function resultCsv({ created_at }: ResultView, id: number, result: AnalysisResult): FileAnswer {
  return {
    fileName: csvFileName(`brand-hygiene-${id}`, created_at.slice(0, 10)),
    mediaType: 'text/csv; charset=utf-8',
    stream: csvStream(HEAD, rowsOf(result)),
  };
}

const drawn = lastingThread(entryBeside('paper/result-worker', import.meta.url));

/** On paper, in a language: drawn in a thread. */
export async function resultPdf(kept: Printed, texts: Texts, locale: Locale, signal: AbortSignal): Promise<FileAnswer> {
  const paper = await paperOf(kept, await texts(locale), locale);
  return {
    fileName: `brand-hygiene-${kept.view.id}.pdf`,
    mediaType: 'application/pdf',
    stream: await drawn(paper, signal),
  };
}
