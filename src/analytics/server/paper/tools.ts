import type { Format } from '#platform/contract/format.ts';
import type { Translate } from '#platform/contract/translate.ts';
import type { BoardMeta, Row } from '../../contract/rows.ts';
import type { Widget } from '../../contract/widget.ts';
import type { Words } from '../../contract/words.ts';
import type { Question } from '../question.ts';
import type { PaperCard } from './paper.ts';

/** What makes of rows what a reader sees. */
export interface PaperTools {
  t: Translate;
  format: Format;
  words: Words;
  /** First day whose figures can still change. */
  provisional: string;
  /** Colours an operator gave to values. */
  colourOf: (values: readonly string[]) => (value: string) => string;
}

/** A widget with its answer. */
export interface Answered {
  question: Question;
  widget: Widget<string>;
  rows: readonly Row[];
  total: number;
  meta: BoardMeta;
}

/** A widget on paper; what differs by shape lies in the files of the shapes. */
export type MakeCard = (answered: Answered, tools: PaperTools) => PaperCard;
