-- A campaign has one requirement, however its name is written. Where there are two by now, the later ones say so.
UPDATE br_requirement r SET campaign_name = r.campaign_name || ' (' || r.id || ')'
FROM (
  SELECT id, row_number() OVER (PARTITION BY package_name, lower(campaign_name) ORDER BY id) AS n FROM br_requirement
) same
WHERE same.id = r.id AND same.n > 1;
DROP INDEX br_requirement_name;
CREATE UNIQUE INDEX br_requirement_name ON br_requirement (package_name, lower(campaign_name));
