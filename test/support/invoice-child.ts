/** Issues one document in a process of its own, which is killed when it has taken a number and is about to be drawn. */

import { agreementBook } from '#domains/agreements/server/book.ts';
import { issueDocument } from '#domains/invoices/server/invoice-store.ts';
import { settledBook } from '#domains/settlements/server/settled-book.ts';
import { packageInfoOf } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { connectPostgres } from '#platform/server/postgres/postgres.ts';

const [connection = '', packageName = '', settlement = ''] = process.argv.slice(2);
const database = connectPostgres(JSON.parse(connection), 'embedded', 3);
const now = () => new Date('2026-11-20T12:00:00Z');
const parts = {
  database,
  agreementBook,
  settledBook,
  packageInfo: (scope: ReturnType<typeof systemScope>, name: string) => packageInfoOf(scope, database, name, now()),
  texts: async () => (key: string) => key,
  now,
};
const asked = { package_name: packageName, kind: 'invoice' as const, settlements: [Number(settlement)] };
await issueDocument(systemScope(), parts, asked, async ({ number }) => {
  console.log(`drawing ${number}`);
  return new Promise(() => {});
});
