-- Of a decided line its events by rules that had hit them, whether it was taken back or insisted on.
ALTER TABLE dispute_overturned RENAME TO dispute_rule;
ALTER TABLE dispute_rule
  ADD COLUMN decision text NOT NULL DEFAULT 'taken_back' CHECK (decision IN ('insisted', 'taken_back'));
ALTER TABLE dispute_rule ALTER COLUMN decision DROP DEFAULT;
