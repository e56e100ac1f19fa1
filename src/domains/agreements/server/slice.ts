import { serverSlice } from '#platform/server/slice.ts';
import type { AgreementParts } from './agreement-parts.ts';
import { agreementRoutes } from './agreement-routes.ts';
import { paymentModelTable, paymentTermsTable, publisherPaymentTable, settlementSettingTable } from './tables.ts';

export const AGREEMENTS_SERVER = serverSlice({
  id: 'domains/agreements',
  routes: (parts: AgreementParts) => agreementRoutes(parts),
  tables: [
    { table: paymentModelTable, person: 'names', names: [paymentModelTable.createdBy] },
    { table: paymentTermsTable, person: 'names', names: [paymentTermsTable.author] },
    { table: publisherPaymentTable, person: 'names', names: [publisherPaymentTable.createdBy] },
    { table: settlementSettingTable, person: 'names', names: [settlementSettingTable.createdBy] },
  ],
});
