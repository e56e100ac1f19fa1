/** States of an order or conversion a payment may depend on; what a source sends in other words is read as these. */
export const ORDER_STATUSES = ['pending', 'approved', 'hold', 'rejected', 'invoiced', 'paid', 'disputed'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Over how many units a tier reaches, and whether its rate is for all units or for those within it. */
export const TIER_WAYS = ['within', 'all'] as const;

export const CYCLES = ['weekly', 'fortnightly', 'monthly'] as const;
/** Whose count is paid where both lie within the tolerance. */
export const CONTROLLING = ['ours', 'partner'] as const;
