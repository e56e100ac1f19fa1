import { eq, sql } from 'drizzle-orm';
import { menuAudit } from '#domains/users/contract/audit.ts';
import { OWN_ENTRY } from '#platform/contract/page.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { menuEntryTable } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';

interface Look {
  category: string;
  category_icon: string;
  sub_category: string;
  sub_category_icon: string;
  menu_title: string;
  menu_icon: string;
}

const columnsOf = (look: Look) => ({
  category: look.category,
  categoryIcon: look.category_icon,
  subCategory: look.sub_category,
  subCategoryIcon: look.sub_category_icon,
  menuTitle: look.menu_title,
  menuIcon: look.menu_icon,
});

/** Changes an entry, or adds one of the operator's own. The route of a registered page is not theirs to change. */
export async function saveMenuEntry(
  scope: Scope,
  { db }: Database,
  pageId: string,
  look: Look,
  route: string,
): Promise<void> {
  requireMay(scope, 'user.write');
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(menuEntryTable).where(eq(menuEntryTable.pageId, pageId)).for('update');
    const stored = { ...columnsOf(look), route: pageId.startsWith(OWN_ENTRY) ? route : '' };
    await tx
      .insert(menuEntryTable)
      .values({ pageId, ...stored })
      .onConflictDoUpdate({
        target: menuEntryTable.pageId,
        set: { ...stored, version: sql`${menuEntryTable.version} + 1` },
      });
    await audit(tx, scope, { action: menuAudit.edit, subject: pageId, details: { from: before ?? null, to: stored } });
  });
}

/** An own entry is gone; a changed one is again as the registry has it. */
export async function removeMenuEntry(scope: Scope, { db }: Database, pageId: string): Promise<void> {
  requireMay(scope, 'user.write');
  await db.transaction(async (tx) => {
    const [gone] = await tx.delete(menuEntryTable).where(eq(menuEntryTable.pageId, pageId)).returning();
    if (!gone) throw appError('not_found', { field: 'page_id' });
    await audit(tx, scope, { action: menuAudit.edit, subject: pageId, details: { from: gone, to: null } });
  });
}
