-- Known bots are neither clean nor fraud (decision 21). Only the definition changes; parts stay as they are.
ALTER TABLE traffic MODIFY COLUMN verdict Enum8('clean' = 1, 'suspect' = 2, 'fraud' = 3, 'filtered' = 4);
