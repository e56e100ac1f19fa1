-- What was found and somebody has to look at: by an alert, a jump of fraud, an infringement, or written down by hand.
CREATE TABLE incident (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  source text NOT NULL CHECK (source IN ('manual', 'fraud_spike', 'alert', 'infringement')),
  -- Names the cause: one cause makes one incident.
  key text NOT NULL,
  title text NOT NULL,
  category text NOT NULL DEFAULT '',
  sub_category text NOT NULL DEFAULT '',
  brand text NOT NULL DEFAULT '',
  channel text NOT NULL DEFAULT '',
  sub_channel text NOT NULL DEFAULT '',
  country text NOT NULL DEFAULT '',
  location text NOT NULL DEFAULT '',
  publisher text NOT NULL DEFAULT '',
  url text NOT NULL DEFAULT '',
  evidence jsonb NOT NULL,
  happened_at timestamptz NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (package_name, source, key)
);
CREATE INDEX incident_happened ON incident (package_name, happened_at DESC, id DESC);
