-- Events of a line that was taken back, by rules that had hit them.
CREATE TABLE dispute_overturned (
  dispute_id integer NOT NULL,
  line integer NOT NULL,
  rule text NOT NULL,
  events integer NOT NULL,
  PRIMARY KEY (dispute_id, line, rule),
  FOREIGN KEY (dispute_id, line) REFERENCES dispute_line ON DELETE CASCADE
);
