-- Names that look like those of a brand, and what stands behind them.
CREATE TABLE tracked_domain (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  -- As the domain name system has it, in ASCII.
  domain text NOT NULL,
  -- The own name it was made from, and how; '' for one that a person has named.
  made_from text NOT NULL DEFAULT '',
  technique text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'unchecked'
    CHECK (status IN ('unchecked', 'free', 'registered', 'unreachable', 'live', 'own', 'unknown')),
  addresses text[] NOT NULL DEFAULT '{}',
  takes_mail boolean NOT NULL DEFAULT false,
  certificate_issuer text NOT NULL DEFAULT '',
  certificate_until timestamptz,
  page_title text NOT NULL DEFAULT '',
  leads_to text NOT NULL DEFAULT '',
  names_brand boolean NOT NULL DEFAULT false,
  asks_password boolean NOT NULL DEFAULT false,
  problem text NOT NULL DEFAULT '',
  checked_at timestamptz,
  -- When its status became what it is.
  changed_at timestamptz,
  state text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'confirmed', 'dismissed', 'ticket')),
  incident_id bigint,
  ticket_id bigint,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  -- A generated name that was taken off does not come back with the next generation.
  removed_at timestamptz,
  UNIQUE (package_name, domain)
);
CREATE INDEX tracked_domain_to_check ON tracked_domain (checked_at NULLS FIRST) WHERE removed_at IS NULL;
