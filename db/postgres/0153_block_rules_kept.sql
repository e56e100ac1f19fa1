-- The version of the rules that was looked at last: what somebody changes of block rules in a later one is put back.
ALTER TABLE block_list ADD COLUMN version integer NOT NULL DEFAULT 0;
