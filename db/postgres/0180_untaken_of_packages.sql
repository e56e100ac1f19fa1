-- They go with their package and follow its name, as all of it does; of no package they have none.
ALTER TABLE tracking_untaken DROP CONSTRAINT tracking_untaken_pkey;
ALTER TABLE tracking_untaken ALTER COLUMN package_name DROP NOT NULL;
UPDATE tracking_untaken SET package_name = NULL WHERE package_name = '';
DELETE FROM tracking_untaken AS t WHERE package_name IS NOT NULL AND NOT EXISTS (SELECT FROM package AS p WHERE p.name = t.package_name);
ALTER TABLE tracking_untaken ADD FOREIGN KEY (package_name) REFERENCES package (name) ON DELETE CASCADE ON UPDATE CASCADE;
CREATE UNIQUE INDEX tracking_untaken_once ON tracking_untaken (package_name, campaign_id, event, reason, hour) NULLS NOT DISTINCT;
