import { ORDER_STATUSES, type OrderStatus } from './payment-models.ts';

/** What sources call the states of an order or conversion, beside our own names for them. */
export const STATUS_WORDS: Readonly<Record<string, OrderStatus>> = {
  ...Object.fromEntries(ORDER_STATUSES.map((status) => [status, status])),
  accepted: 'approved',
  confirmed: 'approved',
  valid: 'approved',
  completed: 'approved',
  success: 'approved',
  new: 'pending',
  open: 'pending',
  waiting: 'pending',
  on_hold: 'hold',
  declined: 'rejected',
  cancelled: 'rejected',
  canceled: 'rejected',
  refunded: 'rejected',
  returned: 'rejected',
  invalid: 'rejected',
  trash: 'rejected',
};

/** Columns of files and fields of live events in which sources say it, the first that is given. */
export const STATUS_KEYS = ['order_status', 'conversion_status', 'status'] as const;

/**
 * Whether an order in this state is paid for. An event that says nothing of its order counts as approved; where no
 * states are agreed, all are paid for but rejected ones.
 */
export function isPayable(agreed: readonly OrderStatus[], told: string): boolean {
  const status = told === '' ? 'approved' : STATUS_WORDS[told];
  if (status === undefined) return true;
  return agreed.length === 0 ? status !== 'rejected' : agreed.includes(status);
}
