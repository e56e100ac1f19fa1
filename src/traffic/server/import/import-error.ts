/**
 * Why a whole file cannot be imported, in words for the person who chose it. Nothing of the file is stored.
 * Faults of single records are rejects, never this.
 */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
}

/** The person stopped it. */
export class ImportCancelled extends Error {
  override name = 'ImportCancelled';
}

const DISK_FULL = 'The disk is full. Free some space and import the file again; nothing of it was stored.';

/** The message of any failure as a person can use it; unknown ones keep their own text. */
export function refusalText(error: unknown): string {
  if (error instanceof ImportRefused) return error.message;
  if (!(error instanceof Error)) return String(error);
  if (/ENOSPC|NOT_ENOUGH_SPACE|Code: 243\b|No space left/.test(`${codeOf(error)} ${error.message}`)) return DISK_FULL;
  return error.message.slice(0, 1000);
}

export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
