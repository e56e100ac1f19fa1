-- Known bots are neither clean nor fraud (decision 21). Only the definition changes; parts stay as they are.
ALTER TABLE {{each traffic traffic_replaced}} {{on_cluster}}
  MODIFY COLUMN verdict Enum8('clean' = 1, 'suspect' = 2, 'fraud' = 3, 'filtered' = 4);
