-- A publisher signs for itself alone. Keys there are have one secret for all publishers: what they signed goes on to hold.
ALTER TABLE integrity_key ADD COLUMN per_publisher boolean NOT NULL DEFAULT false;
ALTER TABLE integrity_key ALTER COLUMN per_publisher SET DEFAULT true;
DROP INDEX integrity_key_signs;
CREATE UNIQUE INDEX integrity_key_signs ON integrity_key (package_name) WHERE ends_at IS NULL AND per_publisher;

-- Links without a signature are refused, as those with a wrong one always are.
ALTER TABLE tracking_campaign ADD COLUMN signed_only boolean NOT NULL DEFAULT false;
