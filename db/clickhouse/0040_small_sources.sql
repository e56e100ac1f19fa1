-- Sub-publishers with hardly any events on a day are counted together, by publisher: level `small`.
ALTER TABLE source_day MODIFY COLUMN level Enum8('sub_publisher' = 1, 'publisher' = 2, 'trusted' = 3, 'small' = 4);
