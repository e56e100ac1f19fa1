-- Rules people made from the condition builder belong to the version of the set, as the product's own do.
ALTER TABLE rule_set ADD COLUMN custom jsonb NOT NULL DEFAULT '[]';
