-- What a partner counted may be of one way of paying (CPC, CPI, ...); '' is all that is paid for.
ALTER TABLE partner_count ADD COLUMN model text NOT NULL DEFAULT '';
ALTER TABLE partner_count DROP CONSTRAINT partner_count_pkey;
ALTER TABLE partner_count
  ADD PRIMARY KEY (package_name, publisher, campaign, event, model, period_from, period_to);
