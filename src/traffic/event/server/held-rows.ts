import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';

/** Column in which rows of traffic carry the package they are of, whatever else was asked. */
const OF_PACKAGE = 'of_package';
/** The column of a row of its own, and of one that stands for many rows of a table. */
export const ROW_OWNER = trusted('package AS of_package');
export const groupOwner = (packageColumn: Sql): Sql => sql`any(${packageColumn}) AS of_package`;

export interface OfPackage {
  /** Empty where there was no row to take it from. */
  readonly [OF_PACKAGE]?: string | undefined;
}

/** Rows of another package than the one that was asked for; nobody gets them. */
export class ForeignRow extends Error {
  constructor() {
    super('An answer holds rows of another package');
    this.name = new.target.name;
  }
}

/** @throws ForeignRow when the row is of another package */
export function requireHeld(packageName: string, { [OF_PACKAGE]: owner }: OfPackage): void {
  if (owner !== undefined && owner !== '' && owner !== packageName) throw new ForeignRow();
}

/** Each row as it came, without the column that says whose it is. @throws ForeignRow when one is of another package */
export function heldRow<T extends OfPackage>(packageName: string, row: T): Omit<T, typeof OF_PACKAGE> {
  requireHeld(packageName, row);
  const { [OF_PACKAGE]: _owner, ...rest } = row;
  return rest;
}
