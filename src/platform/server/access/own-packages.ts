import { inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Scope } from './scope.ts';

/** Keeps rows to those of packages the scope allows, of which there may be none; `column` names the package. */
export const ofOwnPackages = ({ packages }: Pick<Scope, 'packages'>, column: PgColumn): SQL | undefined =>
  packages === 'all' ? undefined : inArray(column, [...packages]);
