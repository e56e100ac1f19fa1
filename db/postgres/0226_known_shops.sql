-- Ads of marketplaces and ads that end at the links of an affiliate network are known as such.
ALTER TABLE search_ad DROP CONSTRAINT search_ad_classification_check;
ALTER TABLE search_ad ADD CONSTRAINT search_ad_classification_check
  CHECK (classification IN ('own', 'partner', 'competitor', 'merchant', 'network', 'unknown'));
