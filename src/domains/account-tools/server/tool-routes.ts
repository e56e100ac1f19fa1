import { accountEndpoints } from '#domains/account-tools/contract/accounts.ts';
import { bankEndpoints } from '#domains/account-tools/contract/bank.ts';
import { footprintEndpoints } from '#domains/account-tools/contract/footprint.ts';
import { frameEndpoints } from '#domains/account-tools/contract/frames.ts';
import { merchantEndpoints } from '#domains/account-tools/contract/merchants.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { csvFileName, csvStream } from '#platform/server/csv.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { checkBankAccount, listBankChecks, removeBankCheck } from './bank-store.ts';
import { listDevices, recordDevice } from './device-store.ts';
import { embeddedPage, setEmbeddedPage } from './embed-store.ts';
import { eachFootprint, FOOTPRINT_HEAD, listFootprints, lookUp } from './footprint-store.ts';
import { linkAccount, listLinkedAccounts, unlinkAccount } from './linked-store.ts';
import { eachMerchant, listMerchants, MERCHANT_HEAD, removeMerchant, takeMerchants } from './merchant-store.ts';
import type { AccountToolParts } from './parts.ts';
import { accountSummary } from './summary.ts';

const CREATED = 'Created successfully !';
const DELETED = 'Deleted  successfully !';
/** Of a summary without days. */
const USUAL_DAYS = 30;
const CSV = 'text/csv; charset=utf-8';

export const toolRoutes = (parts: AccountToolParts): Route[] => [
  ...bankRoutes(parts),
  ...merchantRoutes(parts),
  ...footprintRoutes(parts),
  ...accountRoutes(parts),
  ...frameRoutes(parts),
];

const bankRoutes = (parts: AccountToolParts): Route[] =>
  implement(bankEndpoints)({
    list: async ({ scope, query }) => ({
      ...paged(await listBankChecks(scope, parts, query), query.limit),
      service: parts.bankService ? new URL(parts.bankService.url).hostname : null,
    }),
    check: async ({ scope, body }) => ok(await checkBankAccount(scope, parts, body), CREATED),
    remove: async ({ scope, params: { id } }) => {
      await removeBankCheck(scope, parts, id);
      return ok({ id }, DELETED);
    },
  });

const merchantRoutes = (parts: AccountToolParts): Route[] =>
  implement(merchantEndpoints)({
    list: async ({ scope, query }) => paged(await listMerchants(scope, parts, query), query.limit),
    bulk: async ({ scope, query, upload, request }) => {
      const contentType = String(request.headers['content-type'] ?? '');
      return ok(await takeMerchants(scope, parts, query.package_name, { upload, contentType }), CREATED);
    },
    download: async ({ scope, query }) => ({
      fileName: csvFileName('merchants', query.package_name),
      mediaType: CSV,
      stream: csvStream(MERCHANT_HEAD, eachMerchant(scope, parts, query)),
    }),
    remove: async ({ scope, params: { id } }) => {
      await removeMerchant(scope, parts, id);
      return ok({ id }, DELETED);
    },
  });

const footprintRoutes = (parts: AccountToolParts): Route[] =>
  implement(footprintEndpoints)({
    list: async ({ scope, query }) => paged(await listFootprints(scope, parts, query), query.limit),
    look: async ({ scope, body }) => ok(await lookUp(scope, parts, body), CREATED),
    download: async ({ scope, query }) => ({
      fileName: csvFileName('digital_footprint', query.package_name),
      mediaType: CSV,
      stream: csvStream(FOOTPRINT_HEAD, eachFootprint(scope, parts, query)),
    }),
  });

const accountRoutes = (parts: AccountToolParts): Route[] =>
  implement(accountEndpoints)({
    summary: async ({ scope, query }) => {
      const { package_name, fromDate, start_date, toDate, end_date } = query;
      const [from, to] = [fromDate ?? start_date, toDate ?? end_date];
      const daysOf = (today: string) => ({ from: from ?? addDays(to ?? today, 1 - USUAL_DAYS), to: to ?? today });
      return ok(await accountSummary(scope, parts, { only: package_name, daysOf }));
    },
    list: async ({ scope, query }) => paged(await listLinkedAccounts(scope, parts, query), query.limit),
    link: async ({ scope, body }) => ok(await linkAccount(scope, parts, body), CREATED),
    unlink: async ({ scope, params: { id } }) => {
      await unlinkAccount(scope, parts, id);
      return ok({ id }, DELETED);
    },
  });

const frameRoutes = (parts: AccountToolParts): Route[] =>
  implement(frameEndpoints)({
    embed: async ({ scope, query }) => ok(await embeddedPage(scope, parts, query.package_name)),
    setEmbed: async ({ scope, body }) => ok(await setEmbeddedPage(scope, parts, body), 'Updated successfully !'),
    device: async ({ scope, body, request }) =>
      ok(await recordDevice(scope, parts, body, String(request.headers['user-agent'] ?? ''))),
    devices: async ({ scope, query }) => paged(await listDevices(scope, parts, query), query.limit),
  });
