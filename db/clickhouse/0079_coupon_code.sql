-- Which coupons an order used, as reported: uses of coupons are taken out of events by it.
ALTER TABLE {{each traffic traffic_replaced}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS coupon_code String AFTER order_id;
