import { randomUUID } from 'node:crypto';
import { ok, paged } from '#platform/contract/envelopes.ts';
import type { Page } from '#platform/contract/page.ts';
import { OWN_ENTRY } from '#platform/contract/page.ts';
import { menuCatalogue } from '#platform/server/access/menu-catalogue.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { seenVersion } from '#platform/server/http/seen-version.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { type CatalogueEntry, catalogues, mappings } from '../contract/mappings.ts';
import { USER_MESSAGES } from '../contract/users.ts';
import { FILTER_CATALOGUE, ownFilters } from './catalogues.ts';
import { addMapping, editMapping, listMappings, oneMapping, removeMapping } from './mapping-store.ts';
import { removeMenuEntry, saveMenuEntry } from './menu-store.ts';
import { refuse } from './refuse.ts';

export interface MappingDeps {
  database: Database;
  pages: readonly Page[];
  now: () => Date;
}

const FILTER_IDS: ReadonlySet<string> = new Set(FILTER_CATALOGUE.map(({ id }) => id));

export function mappingRoutes({ database, pages, now }: MappingDeps): Route[] {
  const catalogue = async (): Promise<CatalogueEntry[]> =>
    (await menuCatalogue(database, pages)).map(({ entry, origin }) => ({ ...entry, origin }));

  /** A selection of what does not exist would be a typing error that hides everything. */
  async function checkSelection({ menu, filter }: { menu: string[] | null; filter: string[] | null }): Promise<void> {
    const strange = filter?.find((id) => !FILTER_IDS.has(id));
    if (strange !== undefined) throw refuse('no_filter', { filter: strange }, { field: 'filter' });
    if (menu === null) return;
    const known = new Set((await catalogue()).map(({ page_id }) => page_id));
    const missing = menu.find((id) => !known.has(id));
    if (missing !== undefined) throw refuse('no_menu_entry', { entry: missing }, { field: 'menu' });
  }

  return [
    ...implement(mappings)({
      list: async ({ scope, query }) => paged(await listMappings(scope, database, query), query.limit),
      one: async ({ scope, params }) => ok(await oneMapping(scope, database, params.id)),
      add: async ({ scope, body }) => {
        await checkSelection(body);
        return ok(await addMapping(scope, database, body), 'Created successfully !');
      },
      edit: async ({ scope, params, body, request }) => {
        if (body.id_ !== params.id) throw refuse('id_differs', {}, { as: 'malformed', field: 'id_' });
        await checkSelection(body.body);
        const saved = await editMapping(scope, database, params.id, body.body, seenVersion(request));
        return ok(saved, USER_MESSAGES.updated);
      },
      remove: async ({ scope, params }) => {
        await removeMapping(scope, database, params.id);
        return ok(null, USER_MESSAGES.deleted);
      },
    }),
    ...implement(catalogues)({
      menu: async () => ok(await catalogue()),
      addMenu: async ({ scope, body: { route, ...look } }) => {
        await saveMenuEntry(scope, database, `${OWN_ENTRY}${randomUUID().slice(0, 8)}`, look, route);
        return ok(await catalogue(), 'Created successfully !');
      },
      editMenu: async ({ scope, params, body: { route, ...look } }) => {
        const entry = (await catalogue()).find(({ page_id }) => page_id === params.page_id);
        if (!entry) throw appError('not_found', { field: 'page_id' });
        await saveMenuEntry(scope, database, params.page_id, look, route ?? entry.route);
        return ok(await catalogue(), USER_MESSAGES.updated);
      },
      removeMenu: async ({ scope, params }) => {
        await removeMenuEntry(scope, database, params.page_id);
        return ok(await catalogue(), USER_MESSAGES.deleted);
      },
      filter: async () => ok([...FILTER_CATALOGUE]),
      ownFilters: async ({ scope }) => ok(await ownFilters(scope, database, now())),
    }),
  ];
}
