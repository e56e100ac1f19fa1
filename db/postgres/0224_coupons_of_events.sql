-- Uses of coupons are taken out of events as well: an event may name no order, and is then a use by itself.
ALTER TABLE coupon_use
  ADD COLUMN event_id uuid,
  -- Day of the event in UTC; with event_id, of uses that are known from an event alone.
  ADD COLUMN event_day date;
DROP INDEX coupon_use_once;
-- An order uses a code once.
CREATE UNIQUE INDEX coupon_use_once ON coupon_use (package_name, code, order_id) WHERE order_id <> '';
CREATE UNIQUE INDEX coupon_use_of_event ON coupon_use (event_id, code) WHERE event_id IS NOT NULL;
CREATE INDEX coupon_use_by_event_day ON coupon_use (package_name, event_day) WHERE event_day IS NOT NULL;

-- What was taken of a day: a day whose events say something else is taken again.
CREATE TABLE coupon_event_day (
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  day date NOT NULL,
  fingerprint text NOT NULL,
  PRIMARY KEY (package_name, day)
);
