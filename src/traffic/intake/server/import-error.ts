import { FilesUnavailable } from '#platform/server/files/files.ts';
import { type ImportMessageCode, type ImportValues, importText } from '#traffic/intake/contract/import-messages.ts';

/**
 * Why a whole file cannot be imported, in words for the person who chose it. Nothing of the file is stored.
 * Faults of single records are rejects, never this.
 */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
  readonly reason: ImportMessageCode;
  readonly values: ImportValues;

  constructor(reason: ImportMessageCode, values: ImportValues = {}) {
    super(importText(reason, values));
    this.reason = reason;
    this.values = values;
  }
}

/** The person stopped it. */
export class ImportCancelled extends Error {
  override name = 'ImportCancelled';
}

/** The message of any failure as a person can use it; unknown ones keep their own text. */
export function refusalText(error: unknown): string {
  if (error instanceof ImportRefused) return error.message;
  if (!(error instanceof Error)) return String(error);
  if (error instanceof FilesUnavailable) return importText('storage_away');
  if (isDiskFull(error)) return importText('disk_full');
  return error.message.slice(0, 1000);
}

export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** The disk is full: of the file system, of Postgres (53100) or of the engine (243). */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (/ENOSPC|NOT_ENOUGH_SPACE|Code: 243\b|No space left/.test(`${codeOf(error)} ${error.message}`) ||
    ['53100', '243'].includes(codeOf(error)) ||
    isDiskFull(error.cause));

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
