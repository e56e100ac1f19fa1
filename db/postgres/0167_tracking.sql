-- Own links: what a campaign pays for and earns, where its clicks go, and who brings them.
CREATE TABLE tracking_campaign (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  -- What addresses call it: drawn at random, so that nobody counts through campaigns.
  key text NOT NULL UNIQUE,
  campaign_name text NOT NULL,
  customer_name text NOT NULL DEFAULT '',
  agency_name text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'active',
  landing_page text NOT NULL,
  -- Hosts a click may be sent to, beside those of its landing pages.
  allowed_hosts text[] NOT NULL DEFAULT '{}',
  time_zone text NOT NULL,
  currency text NOT NULL,
  -- Empty allows all.
  countries text[] NOT NULL DEFAULT '{}',
  systems text[] NOT NULL DEFAULT '{}',
  click_payout numeric(20, 6),
  click_revenue numeric(20, 6),
  -- For a thousand impressions.
  mille_payout numeric(20, 6),
  mille_revenue numeric(20, 6),
  click_window_hours integer NOT NULL DEFAULT 168,
  view_window_hours integer NOT NULL DEFAULT 24,
  duplicate_seconds integer NOT NULL DEFAULT 10,
  several_conversions boolean NOT NULL DEFAULT false,
  approval text NOT NULL DEFAULT 'auto',
  hold_days integer NOT NULL DEFAULT 0,
  over_action text NOT NULL DEFAULT 'pay_zero',
  fallback_campaign_id integer REFERENCES tracking_campaign ON DELETE SET NULL,
  -- What happens to a click before it goes on: { "suspect": action, "fraud": action }.
  protection jsonb NOT NULL DEFAULT '{}',
  postback_secret bytea NOT NULL,
  starts_on date,
  ends_on date,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX tracking_campaign_name ON tracking_campaign (package_name, campaign_name);

-- What a campaign counts as reached, and what that pays and earns.
CREATE TABLE tracking_goal (
  campaign_id integer NOT NULL REFERENCES tracking_campaign ON DELETE CASCADE,
  event text NOT NULL,
  place integer NOT NULL,
  payout_model text NOT NULL,
  payout numeric(20, 6),
  payout_percent numeric(9, 4),
  revenue_model text NOT NULL,
  revenue numeric(20, 6),
  revenue_percent numeric(9, 4),
  PRIMARY KEY (campaign_id, event)
);

CREATE TABLE landing_page (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  url text NOT NULL,
  status text NOT NULL DEFAULT 'active',
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX landing_page_name ON landing_page (package_name, name);

-- Further landing pages of a campaign: clicks are shared out by weight, the campaign's own included.
CREATE TABLE tracking_landing (
  campaign_id integer NOT NULL REFERENCES tracking_campaign ON DELETE CASCADE,
  landing_page_id integer NOT NULL REFERENCES landing_page ON DELETE CASCADE,
  weight integer NOT NULL,
  PRIMARY KEY (campaign_id, landing_page_id)
);

-- What tracking adds to a publisher of the register.
CREATE TABLE tracking_publisher (
  publisher_id integer PRIMARY KEY REFERENCES publisher ON DELETE CASCADE,
  key text NOT NULL UNIQUE,
  postback_url text NOT NULL DEFAULT '',
  -- Events it is told of; empty are all.
  postback_events text[] NOT NULL DEFAULT '{}',
  sub_required boolean NOT NULL DEFAULT false
);

-- Another price for one publisher, one event, some days: the most particular wins.
CREATE TABLE tracking_override (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id integer NOT NULL REFERENCES tracking_campaign ON DELETE CASCADE,
  publisher_id integer REFERENCES publisher ON DELETE CASCADE,
  event text,
  payout_model text NOT NULL,
  payout numeric(20, 6),
  payout_percent numeric(9, 4),
  from_day date,
  to_day date
);
CREATE INDEX tracking_override_campaign ON tracking_override (campaign_id);

CREATE TABLE tracking_cap (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id integer NOT NULL REFERENCES tracking_campaign ON DELETE CASCADE,
  publisher_id integer REFERENCES publisher ON DELETE CASCADE,
  event text,
  metric text NOT NULL,
  period text NOT NULL,
  most numeric(20, 6) NOT NULL,
  -- That of the campaign where it says nothing.
  action text,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX tracking_cap_once ON tracking_cap
  (campaign_id, coalesce(publisher_id, 0), coalesce(event, ''), metric, period);
-- How much of a cap is used up, counted in the commit of what uses it.
CREATE TABLE tracking_cap_use (
  cap_id integer NOT NULL REFERENCES tracking_cap ON DELETE CASCADE,
  period_start date NOT NULL,
  used numeric(20, 6) NOT NULL DEFAULT 0,
  PRIMARY KEY (cap_id, period_start)
);

-- What a postback needs to know of a click or a view, for as long as the campaign pays for it. It is not what boards
-- count: that are the events, stored with it in one commit.
CREATE TABLE tracking_touch (
  id text PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  campaign_id integer NOT NULL,
  publisher_id integer,
  kind text NOT NULL,
  at timestamptz NOT NULL,
  -- Of the person: the advertising id, else address and agent, hashed.
  device bytea NOT NULL,
  -- passed, flagged, challenged, redirected, ended; and the check that decided.
  handling text NOT NULL,
  handling_reason text NOT NULL DEFAULT '',
  -- Parameters of the link and what macros may ask for.
  given jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX tracking_touch_at ON tracking_touch USING brin (at);
CREATE INDEX tracking_touch_device ON tracking_touch (campaign_id, device, at);

-- A goal reached by a click: what is owed for it.
CREATE TABLE tracking_conversion (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  campaign_id integer NOT NULL,
  campaign_name text NOT NULL,
  publisher text NOT NULL DEFAULT '',
  sub_publisher text NOT NULL DEFAULT '',
  click_id text NOT NULL,
  event text NOT NULL,
  transaction_id text NOT NULL DEFAULT '',
  -- Of the event among traffic.
  event_id text NOT NULL,
  at timestamptz NOT NULL,
  click_at timestamptz NOT NULL,
  amount numeric(20, 6),
  currency text NOT NULL,
  payout numeric(20, 6) NOT NULL DEFAULT 0,
  revenue numeric(20, 6) NOT NULL DEFAULT 0,
  -- pending, approved, rejected.
  status text NOT NULL,
  -- The cap it lies beyond.
  over_cap_id integer,
  reason text NOT NULL DEFAULT '',
  approve_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX tracking_conversion_once ON tracking_conversion (click_id, event, transaction_id);
CREATE INDEX tracking_conversion_at ON tracking_conversion (package_name, at);
CREATE INDEX tracking_conversion_waits ON tracking_conversion (approve_at) WHERE status = 'pending';

-- Each postback as it came and what was answered.
CREATE TABLE tracking_postback (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null for one of no click of ours: then nobody but an administrator sees it.
  package_name text REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  campaign_id integer,
  campaign_name text NOT NULL DEFAULT '',
  publisher text NOT NULL DEFAULT '',
  received_at timestamptz NOT NULL,
  click_id text NOT NULL DEFAULT '',
  event text NOT NULL DEFAULT '',
  transaction_id text NOT NULL DEFAULT '',
  amount text NOT NULL DEFAULT '',
  currency text NOT NULL DEFAULT '',
  -- Success, Rejected, Duplicate, Over; and why.
  pb_status text NOT NULL,
  reason text NOT NULL DEFAULT '',
  conversion_id bigint,
  ip text NOT NULL DEFAULT '',
  -- Without what is secret.
  query text NOT NULL DEFAULT ''
);
CREATE INDEX tracking_postback_at ON tracking_postback (package_name, received_at);

-- Postbacks to publishers: tried again until they are heard.
CREATE TABLE tracking_notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  conversion_id bigint NOT NULL REFERENCES tracking_conversion ON DELETE CASCADE,
  publisher text NOT NULL,
  url text NOT NULL,
  -- waiting, sent, dead.
  state text NOT NULL DEFAULT 'waiting',
  tries integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  http_status integer,
  answer text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  sent_at timestamptz
);
CREATE INDEX tracking_notice_waits ON tracking_notice (next_at) WHERE state = 'waiting';
CREATE INDEX tracking_notice_at ON tracking_notice (package_name, created_at);

-- Files of conversions or of their states.
CREATE TABLE tracking_upload (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL,
  file_name text NOT NULL,
  state text NOT NULL,
  rows integer NOT NULL DEFAULT 0,
  accepted integer NOT NULL DEFAULT 0,
  -- Of the refused, the first few: [{ "row": n, "reason": text }].
  errors jsonb NOT NULL DEFAULT '[]',
  created_by text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX tracking_upload_of_package ON tracking_upload (package_name, created_at);

-- Links of campaigns that are gone: they end with a page that says so instead of one that is unknown.
CREATE TABLE tracking_ended (
  key text PRIMARY KEY,
  ended_at timestamptz NOT NULL
);
