-- Why the program itself changed verdicts, as code and values: screens word it in the reader's language. Rows from before have their English text only.
ALTER TABLE verdict_change ADD COLUMN told jsonb;
