-- What agreements say one event costs, for whoever asks what traffic costs: each version of the terms of each assignment,
-- on the days it counts. Of tiers the rate of the first; amounts for a period are of no event and are not here.
CREATE VIEW agreed_price AS
WITH version AS (
  SELECT t.*, lead(t.valid_from) OVER (PARTITION BY t.key ORDER BY t.valid_from, t.version) AS next_from
  FROM payment_terms t
), stretch AS (
  SELECT p.package_name, p.key AS agreement, m.name, v.model, p.publisher, p.campaign, v.event AS event_name,
    coalesce(p.rate_override, v.rate, (v.tiers -> 0 ->> 'rate')::numeric, 0)::numeric(14, 6) AS amount,
    coalesce(p.percent_override, v.percent, 0)::numeric(7, 4) AS share, v.currency,
    greatest(v.valid_from, p.valid_from) AS valid_from, least(v.next_from - 1, v.valid_to, p.valid_to) AS valid_to
  FROM publisher_payment p
  JOIN payment_model m ON m.key = p.payment_model
  JOIN version v ON v.key = p.payment_model
  WHERE p.removed_at IS NULL AND v.model <> 'Fixed' AND v.next_from IS DISTINCT FROM v.valid_from
)
SELECT * FROM stretch WHERE valid_to IS NULL OR valid_to >= valid_from;
