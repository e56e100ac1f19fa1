import { z } from 'zod';
import { menuEntry } from '#domains/account/contract/endpoints.ts';
import { DASHBOARD_TYPES } from '#platform/contract/dashboard-types.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { idParams } from './users.ts';

const id = z.string().min(1).max(100);
const packageName = z.string().min(1).max(200);

/** What one user sees of one package. A selection that is null is everything there is, now and later. */
const selection = {
  /** Landing order, first one first; null lands as the package does. */
  dashboardType: z.array(z.enum(DASHBOARD_TYPES)).max(DASHBOARD_TYPES.length).nullable().default(null),
  /** Ids of menu entries. */
  menu: z.array(id).max(500).nullable().default(null),
  /** Ids of filters. */
  filter: z.array(id).max(200).nullable().default(null),
};

export const mappingBody = z.strictObject({ user_id: idParams.shape.id, package_name: packageName, ...selection });

export const mappingRow = z.object({
  id_: z.number().int(),
  body: z.object({
    user_id: z.number().int(),
    package_name: z.string(),
    dashboardType: z.array(z.string()).nullable(),
    menu: z.array(z.string()).nullable(),
    filter: z.array(z.string()).nullable(),
  }),
  user_name: z.string(),
  user_email: z.string(),
  user_role: z.string(),
  package_title: z.string(),
  platform: z.enum(['web', 'app']),
  version: z.number().int(),
});

export type MappingView = z.infer<typeof mappingRow>;

export const mappings = {
  list: endpoint({
    method: 'GET',
    path: '/api/user/UPM',
    summary: 'User-package mappings',
    access: 'user.write',
    query: z.strictObject({
      search: searchText.optional(),
      user_id: idParams.shape.id.optional(),
      ...pageQuery,
    }),
    response: pagedEnvelope(mappingRow),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/user/UPM/:id',
    summary: 'One user-package mapping',
    access: 'user.write',
    params: idParams,
    response: envelope(mappingRow),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/user/UPM',
    summary: 'Give a user a package; 409 when it has it already',
    access: 'user.write',
    body: mappingBody,
    response: envelope(mappingRow),
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/user/UPM/:id',
    summary:
      'Change what a mapping selects; user and package stay. If-Match refuses an edit of something changed meanwhile',
    access: 'user.write',
    params: idParams,
    body: z.strictObject({ id_: idParams.shape.id, body: z.strictObject(selection) }),
    response: envelope(mappingRow),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/user/UPM/:id',
    summary: 'Take a package from a user',
    access: 'user.write',
    params: idParams,
    response: envelope(z.null()),
  }),
};

const pageParams = z.strictObject({ page_id: id });
const look = {
  category: safeText(60).min(1),
  category_icon: safeText(40).default(''),
  sub_category: safeText(60).default(''),
  sub_category_icon: safeText(40).default(''),
  menu_title: safeText(60).min(1),
  menu_icon: safeText(40).default(''),
};
/** Without a route the entry leads to /error (LAY-UI-03). */
const route = z
  .string()
  .max(200)
  .regex(/^(\/(?![/\\])[\w./-]*)?$/, 'A path of this installation')
  .default('');

/** Whether an entry is as the registry has it, changed, or the operator's own. */
const catalogueEntry = menuEntry.extend({ origin: z.enum(['registry', 'changed', 'own']) });
export type CatalogueEntry = z.infer<typeof catalogueEntry>;

export const filterDefinition = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Kinds of packages whose boards offer it. */
  platforms: z.array(z.enum(['web', 'app'])),
});

export const catalogues = {
  menu: endpoint({
    method: 'GET',
    path: '/api/config/menu',
    summary: 'The catalogue of menu entries',
    access: 'user.write',
    response: envelope(z.array(catalogueEntry)),
  }),
  addMenu: endpoint({
    method: 'POST',
    path: '/api/config/menu',
    summary: 'Add a menu entry of your own',
    access: 'user.write',
    body: z.strictObject({ ...look, route }),
    response: envelope(z.array(catalogueEntry)),
  }),
  editMenu: endpoint({
    method: 'PUT',
    path: '/api/config/menu/:page_id',
    summary: 'Change name, icon and place of a menu entry',
    access: 'user.write',
    params: pageParams,
    body: z.strictObject({ ...look, route: route.optional() }),
    response: envelope(z.array(catalogueEntry)),
  }),
  removeMenu: endpoint({
    method: 'DELETE',
    path: '/api/config/menu/:page_id',
    summary: 'Delete an entry of your own, or put a changed one back as it was',
    access: 'user.write',
    params: pageParams,
    response: envelope(z.array(catalogueEntry)),
  }),
  filter: endpoint({
    method: 'GET',
    path: '/api/config/filter',
    summary: 'The catalogue of filters',
    access: 'user.write',
    response: envelope(z.array(filterDefinition)),
  }),
  ownFilters: endpoint({
    method: 'GET',
    path: '/api/user/filter',
    summary: 'Filters the caller may use, with the packages each is selected for',
    access: 'session',
    response: envelope(z.array(filterDefinition.extend({ packages: z.array(z.string()) }))),
  }),
};
