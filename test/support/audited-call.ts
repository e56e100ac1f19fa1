import type { Answer, TestApp } from './use-app.ts';

export interface AuditedCall {
  /** Parameters of the path. */
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string>>;
  body?: object;
  /** The body of a call that takes a file. */
  file?: string | Uint8Array;
  /** Of a file that comes in a form. */
  contentType?: string;
  /** The administrator's when left out. */
  token?: string;
  /** The name it is written under. */
  action: string;
}

/** By method and path; each prepares what its call needs. */
export type AuditedCalls = Readonly<Record<string, () => Promise<AuditedCall>>>;

/** Package of all these calls. */
export const PACKAGE = 'own.example';

export interface Desk {
  app: TestApp;
  admin: () => string;
  rows: <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;
  idIn: (text: string, values?: unknown[]) => Promise<number>;
  /** A call that has to go through; the administrator's token when none is given. */
  done: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, token?: string) => Promise<Answer>;
}

export function openDesk(app: TestApp, admin: () => string): Desk {
  const rows: Desk['rows'] = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
    (await app.context.database.pool.query<R>(text, values)).rows;
  return {
    app,
    admin,
    rows,
    idIn: async (text, values) => {
      const [row] = await rows<{ id: number }>(text, values);
      if (!row) throw new Error(`nothing found: ${text}`);
      return row.id;
    },
    done: async (method, url, body, token = admin()) => {
      const answer = await app.call(method, url, { token, ...(body === undefined ? {} : { body }) });
      if (answer.status !== 200) throw new Error(`${method} ${url} answered ${answer.status}: ${answer.text}`);
      return answer;
    },
  };
}
