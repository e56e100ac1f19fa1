-- Which seller account at an exchange offered an ad, and whether the site it was sold for names that seller.
ALTER TABLE {{each traffic traffic_replaced}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS seller_id LowCardinality(String) AFTER declared_domain,
  ADD COLUMN IF NOT EXISTS seller_check LowCardinality(String) AFTER seller_id;

-- One name a version of a supply file speaks for (site, app, or exchange), and from when to when it was in force.
CREATE TABLE IF NOT EXISTS seller_file (
  package LowCardinality(String),
  file UInt32,
  version UInt32,
  name String,
  -- ads, app-ads (who may sell what the name stands for), sellers (whom the exchange of the name knows).
  kind LowCardinality(String),
  -- records, nobody (a placeholder that authorises no one), elsewhere (a subdomain with a file of its own).
  says LowCardinality(String),
  valid_from DateTime64(3, 'UTC'),
  valid_until DateTime64(3, 'UTC'),
  written UInt64
) ENGINE = {{ReplacingMergeTree}}(written)
ORDER BY (package, version, name);

-- What a version names: an account at an exchange, DIRECT or RESELLER in lower case ('' in sellers.json).
CREATE TABLE IF NOT EXISTS seller_record (
  package LowCardinality(String),
  version UInt32,
  system LowCardinality(String),
  account String,
  relation LowCardinality(String),
  written UInt64
) ENGINE = {{ReplacingMergeTree}}(written)
ORDER BY (package, version, system, account, relation);
