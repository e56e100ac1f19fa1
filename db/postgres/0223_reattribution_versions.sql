-- A version stands on the rules and on what they met: decisions, late files and terms change the outcome as rules do.
-- Of versions made before nobody knows it.
ALTER TABLE reattribution_report ADD COLUMN traffic text NOT NULL DEFAULT '';
DROP INDEX reattribution_report_rules;
CREATE UNIQUE INDEX reattribution_report_basis
  ON reattribution_report (package_name, kind, first_day, last_day, rules, traffic);
