-- What was agreed with publishers: what is paid for which events, who is paid so, and how it is settled. Terms are added,
-- never changed: each version counts from its first day on, and what a settlement has used can be found again.
CREATE TABLE payment_model (
  key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz
);
CREATE UNIQUE INDEX payment_model_name ON payment_model (package_name, name) WHERE removed_at IS NULL;

CREATE TABLE payment_terms (
  key integer NOT NULL REFERENCES payment_model ON DELETE CASCADE,
  version integer NOT NULL,
  model text NOT NULL,
  event text NOT NULL,
  rate numeric(14, 6),
  percent numeric(7, 4),
  fixed numeric(14, 6),
  currency text NOT NULL,
  order_status text[] NOT NULL DEFAULT '{}',
  -- [{ "up_to", "rate" }], the last without an end.
  tiers jsonb NOT NULL DEFAULT '[]',
  tiers_apply text NOT NULL DEFAULT 'within',
  min_guarantee numeric(14, 6),
  valid_from date NOT NULL,
  valid_to date,
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (key, version)
);

CREATE TABLE publisher_payment (
  key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  -- As traffic names them; '' is all without terms of their own.
  publisher text NOT NULL,
  campaign text NOT NULL DEFAULT '',
  payment_model integer NOT NULL REFERENCES payment_model,
  rate_override numeric(14, 6),
  percent_override numeric(7, 4),
  cap bigint,
  budget numeric(14, 6),
  hold_days integer NOT NULL DEFAULT 0,
  withholding_percent numeric(7, 4) NOT NULL DEFAULT 0,
  valid_from date,
  valid_to date,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz
);
CREATE INDEX publisher_payment_package ON publisher_payment (package_name);
CREATE INDEX publisher_payment_model ON publisher_payment (payment_model);

CREATE TABLE settlement_setting (
  key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  publisher text NOT NULL DEFAULT '',
  cycle text NOT NULL,
  due_days integer NOT NULL,
  tax_percent numeric(7, 4) NOT NULL,
  tolerance numeric(7, 4) NOT NULL,
  controlling text NOT NULL,
  invalid_allowance_percent numeric(7, 4) NOT NULL,
  max_deduction_percent numeric(7, 4) NOT NULL,
  min_payout numeric(14, 6) NOT NULL,
  invoice_prefix text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX settlement_setting_publisher ON settlement_setting (package_name, publisher);
