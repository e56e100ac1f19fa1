SELECT
    row_id,
    origin.2 AS origin_reason,
    origin.1 AS origin_verdict
FROM
(
    SELECT
        row_id,
        kind,
        splitByChar(' ', ifNull(if(kind != 'click', last_value(install) IGNORE NULLS OVER (PARTITION BY package, person ORDER BY ms ASC, kind != 'install' ASC, row_id ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), first_value(install) IGNORE NULLS OVER (PARTITION BY package, person, publisher, sub_publisher ORDER BY ms ASC, kind = 'install' ASC, row_id ASC ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)), '')) AS said,
        if((kind = 'click') AND ((toInt64OrZero(said[3]) - ms) > 2592000000), ('', ''), (said[1], said[2])) AS origin
    FROM
    (
        SELECT
            row_id,
            package,
            person,
            kind,
            publisher,
            sub_publisher,
            toUnixTimestamp64Milli(ts) AS ms,
            if(kind = 'install', if((verdict IN ('fraud', 'suspect')), concat(toString(verdict), ' ', toString(reason), ' ', toString(ms)), ''), NULL) AS install
        FROM
        (
            SELECT *
            FROM traffic
            WHERE package = 'sample'
        )
        WHERE (person != 0) AND (kind IN ('install', 'click', 'app_event', 're_event'))
    )
)
WHERE (kind != 'install') AND (origin_verdict != '');
