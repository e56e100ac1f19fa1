import type { ResultView } from '#domains/hygiene/contract/package-endpoints.ts';
import type { AnalysisResult } from '#domains/hygiene/contract/result.ts';
import { type Cell, csvFileName, csvStream } from '#platform/server/csv.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import { entryBeside, lastingThread } from '#platform/server/thread.ts';

const HEAD = ['section', 'name', 'confidence', 'source', 'seconds', 'left', 'top', 'width', 'height'];

/** Rows of what was found, one for each name of a section; then texts and the verdict with its reasons. */
function rowsOf({ meta, text, translation, demographics }: AnalysisResult): Cell[][] {
  const bare = (section: string, name: string): Cell[] => [section, name, null, '', '', null, null, null, null];
  const rounded = (value: number): number => Math.round(value * 1000) / 1000;
  return [
    bare('verdict', meta.verdict),
    ...meta.reasons.map(({ category, confidence, action, name }): Cell[] => [
      `reason ${action}`,
      category === 'unchecked' ? `not checked: ${name}` : category,
      confidence === null ? null : rounded(confidence),
      '',
      '',
      null,
      null,
      null,
      null,
    ]),
    ...meta.findings.map(({ section, name, confidence, source, at = [], place }): Cell[] => [
      section,
      name,
      rounded(confidence),
      source,
      at.map((second) => second.toFixed(1)).join(' '),
      ...[0, 1, 2, 3].map((side) => (place ? rounded(place[side] ?? 0) : null)),
    ]),
    ...Object.entries(demographics).flatMap(([what, values]) => values.map((value) => bare(what, value))),
    ...(text === '' ? [] : [bare('text', text)]),
    ...(translation === '' ? [] : [bare('translation', translation)]),
    ...meta.unavailable.map(({ section, absence, needs }) =>
      bare(`not looked at: ${section}`, `${absence} ${needs}`.trim()),
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

/** What the thread draws. */
export interface ResultPaper {
  title: string;
  about: string;
  head: string[];
  rows: string[][];
}

const drawn = lastingThread(entryBeside('result-worker', import.meta.url));

/** Names of parts and reasons as people write them: `not looked at: moderation_labels` as `Not looked at: moderation labels`. */
const worded = (key: string): string => {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A row of the table on paper; numbers of boxes are in the CSV alone. */
function onPaper([section, name, confidence, source, seconds]: readonly Cell[]): string[] {
  const part = String(section ?? '');
  const isCode = part === 'verdict' || part.startsWith('not looked at');
  return [
    worded(part),
    isCode ? worded(String(name ?? '')) : String(name ?? ''),
    typeof confidence === 'number' ? `${Math.round(confidence * 100)} %` : '',
    worded(String(source ?? '')),
    String(seconds ?? ''),
  ];
}

export async function resultPdf(
  { view: { name, created_at }, packageName }: { view: ResultView; packageName: string },
  id: number,
  result: AnalysisResult,
  signal: AbortSignal,
): Promise<FileAnswer> {
  const paper: ResultPaper = {
    title: `Brand hygiene: ${name}`,
    about: `${packageName} · ${created_at.slice(0, 16).replace('T', ' ')} UTC · ${result.meta.provider}`,
    head: ['Section', 'Name', 'Confidence', 'Source', 'Seconds'],
    rows: rowsOf(result).map(onPaper),
  };
  return {
    fileName: `brand-hygiene-${id}.pdf`,
    mediaType: 'application/pdf',
    stream: await drawn(paper, signal),
  };
}
