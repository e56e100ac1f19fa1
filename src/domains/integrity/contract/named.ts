import { z } from 'zod';
import { INTEGRITY_KINDS } from './kinds.ts';

/** What calls about the integrity of links are asked about. */
export const packageName = z.string().min(1).max(200);
export const id = z.number().int().positive();
export const ofKind = z.strictObject({ kind: z.enum(INTEGRITY_KINDS) });
export const ofPackage = z.strictObject({ package_name: packageName });
/** A campaign or a publisher to choose. */
export const choice = z.object({ id: z.number().int(), name: z.string() });
