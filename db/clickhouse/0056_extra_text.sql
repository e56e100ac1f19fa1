-- Names of the columns an importer did not know, the same for a whole file, and their values, both between unit separators:
-- sorting and writing twenty entries of a map for each event took a third of the time of writing all its columns. Events
-- with a separator in a value, and those stored before, have a map. `extra` reads both.
ALTER TABLE traffic {{on_cluster}}
  ADD COLUMN IF NOT EXISTS extra_names LowCardinality(String) AFTER vendor_verdict,
  ADD COLUMN IF NOT EXISTS extra_values String AFTER extra_names,
  ADD COLUMN IF NOT EXISTS extra Map(LowCardinality(String), String) ALIAS if(extra_names = '', extra_map,
    CAST(arrayFilter(entry -> entry.2 != '', arrayZip(splitByChar('\x1f', toString(extra_names)), splitByChar('\x1f', extra_values))), 'Map(LowCardinality(String), String)')) AFTER extra_map;

ALTER TABLE traffic_replaced {{on_cluster}}
  ADD COLUMN IF NOT EXISTS extra_names LowCardinality(String) AFTER vendor_verdict,
  ADD COLUMN IF NOT EXISTS extra_values String AFTER extra_names,
  ADD COLUMN IF NOT EXISTS extra Map(LowCardinality(String), String) ALIAS if(extra_names = '', extra_map,
    CAST(arrayFilter(entry -> entry.2 != '', arrayZip(splitByChar('\x1f', toString(extra_names)), splitByChar('\x1f', extra_values))), 'Map(LowCardinality(String), String)')) AFTER extra_map;
