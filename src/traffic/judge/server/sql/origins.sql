SELECT
    row_id,
    origin.2 AS origin_reason,
    origin.1 AS origin_verdict
FROM
(
    SELECT
        row_id,
        kind,
        splitByChar(' ', ifNull(last_value(install) IGNORE NULLS OVER (PARTITION BY package, person ORDER BY ms ASC, kind != 'install' ASC, row_id ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), '')) AS said,
        (said[1], said[2]) AS origin
    FROM
    (
        SELECT
            row_id,
            package,
            person,
            kind,
            toUnixTimestamp64Milli(ts) AS ms,
            if(kind = 'install', if((verdict IN ('fraud', 'suspect')), concat(toString(verdict), ' ', toString(reason)), ''), NULL) AS install
        FROM
        (
            SELECT *
            FROM traffic
            WHERE package = 'sample'
        )
        WHERE (person != 0) AND (kind IN ('install', 'app_event', 're_event'))
    )
)
WHERE (kind != 'install') AND (origin_verdict != '');
