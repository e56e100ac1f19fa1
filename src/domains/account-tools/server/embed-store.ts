import { and, asc, eq } from 'drizzle-orm';
import { accountToolsAudit } from '#domains/account-tools/contract/audit.ts';
import type { EmbedView } from '#domains/account-tools/contract/frames.ts';
import { ofOwnPackages } from '#platform/server/access/own-packages.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { AccountToolParts } from './parts.ts';
import { refuse } from './refuse.ts';
import { embeddedPageTable } from './tables.ts';

/** The page of the package named, or of the caller's first one that has any. */
export async function embeddedPage(
  scope: Scope,
  parts: AccountToolParts,
  name: string | undefined,
): Promise<EmbedView> {
  const where = and(
    ofOwnPackages(scope, embeddedPageTable.packageName),
    name === undefined ? undefined : eq(embeddedPageTable.packageName, requirePackage(scope, name)),
  );
  const [row] = await parts.database.db
    .select()
    .from(embeddedPageTable)
    .where(where)
    .orderBy(asc(embeddedPageTable.packageName))
    .limit(1);
  return viewOf(parts, { packageName: row?.packageName ?? name ?? '', url: row?.url ?? '' });
}

/** No address takes it away. */
export async function setEmbeddedPage(
  scope: Scope,
  parts: AccountToolParts,
  { package_name, url }: { package_name: string; url: string },
): Promise<EmbedView> {
  requireMay(scope, 'package.write');
  const packageName = requirePackage(scope, package_name);
  const {
    database: { db },
    embedOrigins,
    now,
  } = parts;
  if (url !== '') {
    const { origin } = new URL(url);
    if (embedOrigins.length === 0) throw refuse('embed_no_origins', {}, { field: 'url' });
    if (!embedOrigins.includes(origin)) throw refuse('embed_not_allowed', { origin }, { field: 'url' });
  }
  await db.transaction(async (tx) => {
    if (url === '') await tx.delete(embeddedPageTable).where(eq(embeddedPageTable.packageName, packageName));
    else {
      const set = { url, setBy: scope.userName, setAt: now() };
      await tx
        .insert(embeddedPageTable)
        .values({ packageName, ...set })
        .onConflictDoUpdate({ target: embeddedPageTable.packageName, set });
    }
    await audit(tx, scope, {
      action: accountToolsAudit.setEmbed,
      subject: packageName,
      package: packageName,
      details: { url },
    });
  });
  return viewOf(parts, { packageName, url });
}

/** What an operator has taken off the list since is not shown any more. */
const viewOf = (
  { embedOrigins }: AccountToolParts,
  { packageName, url }: { packageName: string; url: string },
): EmbedView => ({
  url: url !== '' && embedOrigins.includes(new URL(url).origin) ? url : null,
  package_name: packageName,
  origins: [...embedOrigins],
});
