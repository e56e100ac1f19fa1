-- What publishers are owed for a period. Until it is approved a settlement is reckoned anew each time it is generated;
-- from then on its lines, terms and totals stand for ever, and what changes later is an adjustment of the next one.
CREATE TABLE settlement (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  publisher text NOT NULL,
  period_from date NOT NULL,
  period_to date NOT NULL,
  state text NOT NULL,
  -- As the payout report shows them.
  rows jsonb NOT NULL,
  totals jsonb NOT NULL,
  -- Terms, prices, settings, partner's counts and adjustments it was reckoned by, whole, so that it can be reckoned again.
  basis jsonb NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  approved_by text,
  approved_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (period_from <= period_to)
);
CREATE UNIQUE INDEX settlement_period ON settlement (package_name, publisher, period_from, period_to);

-- What a partner counted in a period; the same line again replaces it.
CREATE TABLE partner_count (
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  publisher text NOT NULL,
  campaign text NOT NULL,
  event text NOT NULL,
  period_from date NOT NULL,
  period_to date NOT NULL,
  units bigint NOT NULL,
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (package_name, publisher, campaign, event, period_from, period_to)
);

-- To the good or the charge of a publisher beside what its events come to. Taken into one settlement, and never changed.
CREATE TABLE settlement_adjustment (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  publisher text NOT NULL,
  currency text NOT NULL,
  amount numeric(20, 6) NOT NULL,
  reason text NOT NULL,
  -- The approved settlement whose figures came out otherwise later; null where a person entered it.
  of_settlement integer REFERENCES settlement ON DELETE CASCADE,
  settlement_id integer REFERENCES settlement ON DELETE SET NULL,
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX settlement_adjustment_open ON settlement_adjustment (package_name, publisher) WHERE settlement_id IS NULL;

-- What was spent on a source and campaign in a month, as somebody entered it.
CREATE TABLE ad_spend (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  publisher text NOT NULL,
  campaign text NOT NULL,
  month date NOT NULL,
  amount numeric(20, 6) NOT NULL,
  currency text NOT NULL,
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX ad_spend_month ON ad_spend (package_name, publisher, campaign, month);
