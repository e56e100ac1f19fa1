-- What was clicked on the pages of publisher configurations, without who clicked: which of it is used at all.
CREATE TABLE configuration_click (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  action text NOT NULL,
  publisher text NOT NULL DEFAULT '',
  dashboard_type text NOT NULL DEFAULT '',
  configuration_name text NOT NULL DEFAULT '',
  clicked_at timestamptz NOT NULL,
  -- What the host of the operator answered; nothing where there is none, or it did not answer.
  status smallint
);
CREATE INDEX configuration_click_of ON configuration_click (package_name, clicked_at);
