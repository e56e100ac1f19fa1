-- Which try a notice is at, counted over all of them: `tries` begins anew when somebody sends it again.
ALTER TABLE tracking_notice ADD COLUMN claims integer NOT NULL DEFAULT 0;
