import { REFUSALS } from '#domains/hygiene/contract/refusals.ts';
import type { AnalysisAnswer } from '#domains/hygiene/contract/result.ts';
import type { CodeOf } from '#platform/contract/message.ts';

type Code = CodeOf<typeof REFUSALS>;

/** Why an analysis has no result, as the caller is told. */
export class AnalysisFault extends Error {
  readonly answer: AnalysisAnswer;

  constructor(statusCode: 422 | 429 | 500, code: Code, values: Record<string, string> = {}, cause?: unknown) {
    super(code, { cause });
    this.answer = { statusCode, body: REFUSALS.text(code, values), told: { code, values } };
  }
}
