-- Postbacks that anybody may send: of no click of ours, with a wrong secret, of a campaign that is gone. Each is counted, by
-- the hour; only the first ones of an hour stand in the log as well, so that nobody fills it.
CREATE TABLE tracking_untaken (
  -- '' and 0 for what names neither a click nor a secret of this installation.
  package_name text NOT NULL,
  campaign_id integer NOT NULL,
  -- '' for what the campaign does not know.
  event text NOT NULL,
  reason text NOT NULL,
  hour timestamptz NOT NULL,
  came bigint NOT NULL,
  -- Of them those that are in the log.
  listed integer NOT NULL,
  PRIMARY KEY (package_name, campaign_id, event, reason, hour)
);
-- What nobody could ever see.
DELETE FROM tracking_postback WHERE package_name IS NULL;
