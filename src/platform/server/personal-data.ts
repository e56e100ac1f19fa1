import type { ClickHouse } from './clickhouse/clickhouse.ts';
import type { Files } from './files/files.ts';
import type { Database } from './postgres/postgres.ts';

/** A person to be found: ids as an administrator names them, and the accounts that are meant. */
export interface Person {
  email?: string | undefined;
  user_id?: string | undefined;
  device_id?: string | undefined;
  ip?: string | undefined;
  /** One package's traffic only; what belongs to the account stays. */
  package_name?: string | undefined;
  accounts: readonly number[];
  /** Names of those accounts. */
  names: readonly string[];
}

export interface PersonStores {
  database: Database;
  clickhouse: ClickHouse;
  files: Files;
}

/** One kind of thing that is kept about people, declared by the slice that keeps it. */
export interface PersonalData {
  /** Name it is counted under; its words are `erased_<what>` of the `privacy` texts, in the same slice. */
  what: string;
  /** The step of an erasure it belongs to, shown while it runs. */
  step: 'events' | 'records' | 'files' | 'audit';
  /** Belongs to a person as such: left alone by an erasure in one package. */
  ofAccount?: boolean;
  count: (stores: PersonStores, person: Person) => Promise<number>;
  /** Removes it and reports how many at each stretch. Must bear being run again after it was broken off. */
  erase: (stores: PersonStores, person: Person, report: (n: number) => Promise<void>) => Promise<void>;
}

/** Every id of the person that was given. */
export const idsOf = ({ email, user_id, device_id, ip }: Person): string[] =>
  [email, user_id, device_id, ip].filter((id) => id !== undefined);
