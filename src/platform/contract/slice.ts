import type { AuditAction } from './audit.ts';
import type { Page } from './page.ts';

/**
 * What a slice brings, as far as both halves of the program read it: `contract/slice.ts` of every domain and room that
 * brings something. `app/contract/slices.ts` lists them; what runs on the server stands in `server/slice.ts`, screens
 * in `web/pages.ts`.
 */
export interface Slice {
  /** Its folder under `src`. */
  id: string;
  pages?: readonly Page[];
  /** Its calls belong to no page, as long as they name none: what they answer is shown everywhere. */
  callsOfAnyPage?: true;
  /** Groups of actions it writes to the audit log. */
  audit?: readonly Readonly<Record<string, AuditAction>>[];
}

export const slice = <const S extends Slice>(s: S): S => s;
