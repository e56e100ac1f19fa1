-- Items of an order, as trackers report them inside of their event values. What was stored before has none.
ALTER TABLE {{each traffic traffic_replaced}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS quantity Nullable(Int32) AFTER revenue;
