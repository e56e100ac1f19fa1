-- Events an import has replaced, whole, until that import is undone. Columns that `traffic` gets later are added before use.
CREATE TABLE IF NOT EXISTS traffic_replaced AS traffic;
ALTER TABLE traffic_replaced ADD COLUMN IF NOT EXISTS replaced_by UInt32;
