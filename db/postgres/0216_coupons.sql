-- Coupons: what is given to whom, and where its codes were used.
CREATE TABLE coupon_pool (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  -- 'unique': a code for each use; 'shared': one code for many; 'referral': a code for each person who recommends.
  kind text NOT NULL CHECK (kind IN ('unique', 'shared', 'referral')),
  -- To whom it is given; '' is everybody.
  publisher text NOT NULL,
  prefix text NOT NULL,
  letters integer NOT NULL CHECK (letters BETWEEN 6 AND 16),
  value numeric(12, 2) NOT NULL,
  value_kind text NOT NULL CHECK (value_kind IN ('percent', 'amount')),
  -- What who recommends gets; null where nobody does.
  reward numeric(12, 2),
  least_cart numeric(12, 2) NOT NULL,
  first_day date,
  last_day date,
  most_uses integer,
  most_by_user integer,
  countries text[] NOT NULL DEFAULT '{}',
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  UNIQUE (package_name, name)
);

CREATE TABLE coupon_code (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  pool_id integer NOT NULL REFERENCES coupon_pool ON DELETE CASCADE,
  code text NOT NULL,
  publisher text NOT NULL,
  -- Who recommends with it.
  owner text NOT NULL,
  uses integer NOT NULL DEFAULT 0,
  issued_by text NOT NULL,
  issued_at timestamptz NOT NULL,
  voided_at timestamptz,
  UNIQUE (package_name, code)
);
CREATE INDEX coupon_code_of_pool ON coupon_code (pool_id);

CREATE TABLE coupon_use (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  code_id bigint REFERENCES coupon_code ON DELETE CASCADE,
  code text NOT NULL,
  used_at timestamptz NOT NULL,
  -- Through whom the order came; who is credited is the publisher of the code.
  publisher text NOT NULL,
  referrer text NOT NULL,
  country text NOT NULL,
  order_id text NOT NULL,
  customer text NOT NULL,
  amount numeric(14, 2),
  source text NOT NULL CHECK (source IN ('redeem', 'upload', 'event')),
  findings text[] NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'confirmed', 'dismissed', 'ticket')),
  incident_id bigint,
  ticket_id bigint,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL
);
-- An order uses a code once.
CREATE UNIQUE INDEX coupon_use_once ON coupon_use (package_name, code, order_id);
CREATE INDEX coupon_use_by_time ON coupon_use (package_name, used_at DESC, id DESC);
CREATE INDEX coupon_use_of_code ON coupon_use (code_id);
