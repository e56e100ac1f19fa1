import { AD_CLICK_IDS } from '../scan/url-parts.ts';

/**
 * What names a purchase once and for all, best first. Not `original_transaction_id` and purchase tokens: a subscription
 * repeats them with each renewal, which would be a duplicate.
 */
export const ORDER_KEYS = [
  'af_order_id',
  'order_id',
  'orderId',
  'af_transaction_id',
  'transaction_id',
  'transactionId',
  'af_receipt_id',
  'receipt_id',
  'receipt',
] as const;

/** What names a coupon an order used; a shop that gives several has commas between. */
export const COUPON_KEYS = [
  'af_coupon_code',
  'coupon_code',
  'couponCode',
  'coupon',
  'promo_code',
  'promoCode',
  'voucher_code',
  'voucher',
  'discount_code',
] as const;

/** How many items an order has. A cart that lists its products has one for each, and no number of its own. */
export const QUANTITY_KEYS = ['af_quantity', 'quantity'] as const;

/** Ids of the click a conversion goes back to; those of networks come after the own one. */
export const CLICK_KEYS = ['clickid', 'click_id', ...AD_CLICK_IDS.slice(0, 6)] as const;

/**
 * Stored column → names of parts inside of JSON and addresses, for tables that have no column for it. Fewer than names
 * of columns: in what a shop writes into an event, `name` and `price` are those of a product.
 */
export const PART_NAMES: Readonly<Record<string, readonly string[]>> = {
  publisher: ['utm_source'],
  sub_publisher: ['af_siteid', 'af_sub_siteid', 'aff_sub', 'sub_id', 'sub1'],
  campaign: ['utm_campaign'],
  campaign_id: ['utm_id'],
  channel: ['utm_medium'],
  creative: ['utm_content'],
  keyword: ['utm_term'],
  click_id: CLICK_KEYS,
  order_id: ORDER_KEYS,
  coupon_code: COUPON_KEYS,
  revenue: ['af_revenue', 'revenue'],
  quantity: QUANTITY_KEYS,
  currency: ['af_currency', 'currency'],
};
