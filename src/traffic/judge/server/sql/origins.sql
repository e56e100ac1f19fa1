SELECT
    row_id,
    origin_reason
FROM
(
    SELECT
        row_id,
        kind,
        last_value(install_reason) IGNORE NULLS OVER (PARTITION BY package, person ORDER BY ms ASC, kind != 'install' ASC, row_id ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS origin_reason
    FROM
    (
        SELECT
            row_id,
            package,
            person,
            kind,
            toUnixTimestamp64Milli(ts) AS ms,
            if(kind = 'install', if(verdict = 'fraud', toString(reason), ''), NULL) AS install_reason
        FROM
        (
            SELECT *
            FROM traffic
            WHERE package = 'sample'
        )
        WHERE (person != 0) AND (kind IN ('install', 'app_event', 're_event'))
    )
)
WHERE (kind != 'install') AND (origin_reason != '');
