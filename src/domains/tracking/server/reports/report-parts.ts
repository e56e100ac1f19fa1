import type { MenuEntry } from '#domains/account/contract/endpoints.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { SetupParts } from '../setup-parts.ts';

/** A file of the store of reports that can be fetched. */
export interface ReadyFile {
  id: number;
  name: string;
  fileName: string;
  bytes: number;
  finishedAt: string;
}

export interface ReportParts extends SetupParts {
  /** The menu of the caller, of which the tool has a part. */
  menuOf: (scope: Scope) => Promise<MenuEntry[]>;
  /** What was made into a file and is ready; the store belongs to the reports. */
  readyFiles: (
    scope: Scope,
    asked: { packageName: string; page: number; limit: number },
  ) => Promise<{ rows: ReadyFile[]; total: number }>;
}
