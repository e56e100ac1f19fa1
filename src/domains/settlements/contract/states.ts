/** Where a payout report stands; from `approved` on its figures never change. */
export const SETTLEMENT_STATES = ['calculated', 'disputed', 'approved', 'invoiced', 'paid'] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];
