import type { Files } from '#platform/server/files/files.ts';
import type { Enqueue } from '#platform/server/jobs/job.ts';
import type { Stores } from '#platform/server/stores.ts';
import type { Texts } from '#platform/server/texts.ts';
import type { MediaAnalyser } from './analyser/analyser.ts';
import type { AnalysisWaits } from './analysis-waits.ts';

export interface HygieneParts extends Pick<Stores, 'database'> {
  jobs: { enqueue: Enqueue };
  files: Files;
  /** Seals addresses of uploads and hides who sent them. */
  hygieneKey: Buffer;
  /** What direct calls of the public tools name; pages name nothing, and the server adds it. */
  hygieneAuthorization: string;
  analysisWaits: AnalysisWaits;
  analyser: MediaAnalyser;
  publicUrl: () => string;
  texts: Texts;
  now: () => Date;
}

export type HygieneJobParts = Pick<HygieneParts, 'database' | 'files' | 'analyser' | 'now'>;
