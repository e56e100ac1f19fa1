-- Colours of the charts: a verdict or group of reasons → a token of the theme, or an own colour (#rrggbb).
CREATE TABLE color_config (
  category text PRIMARY KEY,
  color text NOT NULL CHECK (color ~ '^([a-z][a-z0-9.-]*|#[0-9a-fA-F]{6})$')
);

INSERT INTO color_config (category, color) VALUES
  ('clean', 'clean'), ('suspect', 'suspect'), ('fraud', 'fraud'),
  ('bot', 'category-1'), ('net', 'category-2'), ('dev', 'category-3'), ('clk', 'category-4'), ('ins', 'category-5'),
  ('evt', 'category-6'), ('reng', 'category-7'), ('imp', 'category-8'), ('vid', 'category-8'), ('human', 'category-other');
