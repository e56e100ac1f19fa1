-- Entries of the white list made as rules: under a dashboard type and a name, of several conditions, for some reasons only.
ALTER TABLE white_list_entry
  ADD COLUMN analysis text,
  ADD COLUMN rule_name text,
  ADD COLUMN categories text[] NOT NULL DEFAULT '{}';
CREATE UNIQUE INDEX white_list_rule ON white_list_entry (package_name, analysis, rule_name)
  WHERE removed_at IS NULL AND rule_name IS NOT NULL;
