import { categoryTokens } from '#platform/contract/charts/categories.ts';
import { formatOf } from '#platform/contract/format.ts';
import type { Locale } from '#platform/contract/locales.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { type FileAbout, fileNameOf } from '#platform/server/file-about.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import type { Texts } from '#platform/server/texts.ts';
import { entryBeside, lastingThread } from '#platform/server/thread.ts';
import { provisionalFrom } from '../contract/prepare/answer.ts';
import { wordsOf } from '../contract/words.ts';
import { type BoardQuestion, paperOf } from './paper/paper-of.ts';
import type { RunWidget } from './run-widget.ts';

const drawn = lastingThread(entryBeside('paper/paper-worker', import.meta.url));

export interface BoardPdfDeps {
  runWidget: RunWidget;
  texts: Texts;
  /** Colours an operator gave to values and verdicts. */
  colours: () => Promise<Readonly<Record<string, string>>>;
}

/**
 * A board as PDF, in a language: for who asks for it, and for reports that nobody asks for at the moment. Its numbers are
 * those that the scope may see. Drawn in a thread, which takes a second.
 */
export async function boardPdf(
  scope: Scope,
  { runWidget, texts, colours }: BoardPdfDeps,
  question: BoardQuestion,
  locale: Locale,
  signal?: AbortSignal,
): Promise<FileAnswer> {
  const [t, configured] = await Promise.all([texts(locale), colours()]);
  const format = formatOf(locale);
  const { board, info, filters, now } = question;
  const tools = {
    t,
    format,
    words: wordsOf(t, format),
    provisional: provisionalFrom(info.today, board.routes[0].lockDays),
    colourOf: (values: readonly string[]) => {
      const fixed = categoryTokens(values);
      return (value: string) => configured[value] ?? fixed.get(value) ?? 'category-other';
    },
  };
  const paper = await paperOf({ scope, run: runWidget, question, tools, signal }, locale);
  const about: FileAbout = {
    what: board.title,
    package: { name: info.package_name, title: info.package_title },
    from: filters.from,
    to: filters.to,
    timeZone: info.time_zone,
    filters: Object.entries(filters.where),
    made: now,
  };
  return {
    fileName: fileNameOf(about, 'pdf'),
    mediaType: 'application/pdf',
    stream: await drawn(paper, signal),
  };
}
