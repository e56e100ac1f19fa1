-- What an importer did not know becomes text; the map is kept for what cannot stand in a line. See 0056.
ALTER TABLE traffic {{on_cluster}} RENAME COLUMN IF EXISTS extra TO extra_map;
ALTER TABLE traffic_replaced {{on_cluster}} RENAME COLUMN IF EXISTS extra TO extra_map;
