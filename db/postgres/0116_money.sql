-- What sources are paid when files bring no cost, by day from which it counts. Nothing is overwritten: a changed price is
-- a later entry, an amount of NULL ends the prices before it, one that is taken out is marked.
CREATE TABLE price (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  -- '': every source without a price of its own.
  publisher text NOT NULL,
  basis text NOT NULL CHECK (basis IN ('cpm', 'cpc', 'cpv', 'cpi', 'cpa')),
  -- Of cpa alone; '': every event without a price of its own.
  event_name text NOT NULL CHECK (basis = 'cpa' OR event_name = ''),
  -- For one event, of cpm for a thousand; NULL is no price from this day on.
  amount numeric(14, 6) CHECK (amount >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- First day it counts, in the package's time zone.
  valid_from date NOT NULL,
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  removed_by text
);
CREATE INDEX price_active ON price (package_name) WHERE removed_at IS NULL;

-- One unit of `base` is `rate` units of `quote`, from this day on until the next rate of the two, at most `holds_days`.
CREATE TABLE exchange_rate (
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  base text NOT NULL CHECK (base ~ '^[A-Z]{3}$'),
  quote text NOT NULL CHECK (quote ~ '^[A-Z]{3}$' AND quote <> base),
  day date NOT NULL,
  rate numeric(20, 8) NOT NULL CHECK (rate > 0),
  -- NULL: until the next one, however long.
  holds_days smallint,
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  PRIMARY KEY (package_name, base, quote, day)
);
