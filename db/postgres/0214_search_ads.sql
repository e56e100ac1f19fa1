-- Ads seen on searches for the names of a brand, and whose they are.
CREATE TABLE search_party (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  -- 'term': a protected word. The others own a domain or, partners, an affiliate id.
  kind text NOT NULL CHECK (kind IN ('term', 'own', 'partner', 'competitor')),
  value text NOT NULL,
  -- What traffic calls the partner; '' where nobody has said.
  publisher text NOT NULL DEFAULT '',
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (package_name, kind, value)
);

CREATE TABLE search_ad (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  keyword text NOT NULL,
  country text NOT NULL,
  device text NOT NULL,
  observed_at timestamptz NOT NULL,
  position integer,
  advertiser text NOT NULL,
  display_url text NOT NULL,
  final_url text NOT NULL,
  -- Addresses between the click and the final one, in order.
  chain text[] NOT NULL DEFAULT '{}',
  capture_url text NOT NULL,
  note text NOT NULL,
  source text NOT NULL CHECK (source IN ('upload', 'api', 'vendor')),
  -- What follows from the addresses and from search_party; reckoned again when that changes.
  domain text NOT NULL,
  classification text NOT NULL CHECK (classification IN ('own', 'partner', 'competitor', 'unknown')),
  network text NOT NULL,
  affiliate_id text NOT NULL,
  publisher text NOT NULL,
  is_protected boolean NOT NULL,
  is_hijack boolean NOT NULL,
  state text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'confirmed', 'dismissed', 'ticket')),
  incident_id bigint,
  ticket_id bigint,
  -- Of what was seen: the same sent twice is one.
  fingerprint text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (package_name, fingerprint)
);
CREATE INDEX search_ad_by_time ON search_ad (package_name, observed_at DESC, id DESC);
