SELECT
    row_id,
    repeat_gap_seconds,
    install_repeat_days,
    if((kind IN ('click', 're_click', 'impression', 'click_impression', 'visit')), clicks_1m, NULL) AS clicks_1m,
    if((kind IN ('click', 're_click', 'impression', 'click_impression', 'visit')), clicks_1h, NULL) AS clicks_1h,
    if((kind IN ('click', 're_click', 'impression', 'click_impression', 'visit')), clicks_24h, NULL) AS clicks_24h
FROM
(
    SELECT
        * EXCEPT (before_now, up_to_now, clicks_1m_here, clicks_1m_block, clicks_1h_here, clicks_1h_block, clicks_24h_here, clicks_24h_block, clicks_1m_head, clicks_1m_tail, clicks_1m_ahead, clicks_1h_head, clicks_1h_tail, clicks_1h_ahead, clicks_24h_head, clicks_24h_tail, clicks_24h_ahead),
        toInt32(greatest(clicks_1m_tail, if((clicks_1m_ahead.1) = clicks_1m_block, clicks_1m_here, clicks_1m_ahead.2))) AS clicks_1m,
        toInt32(greatest(clicks_1h_tail, if((clicks_1h_ahead.1) = clicks_1h_block, clicks_1h_here, clicks_1h_ahead.2))) AS clicks_1h,
        toInt32(greatest(clicks_24h_tail, if((clicks_24h_ahead.1) = clicks_24h_block, clicks_24h_here, clicks_24h_ahead.2))) AS clicks_24h
    FROM
    (
        SELECT
            *,
            nth_value((clicks_1m_block, clicks_1m_head), 1) OVER (PARTITION BY package, person, flow ORDER BY -ms ASC RANGE BETWEEN 60000 PRECEDING AND CURRENT ROW) AS clicks_1m_ahead,
            nth_value((clicks_1h_block, clicks_1h_head), 1) OVER (PARTITION BY package, person, flow ORDER BY -ms ASC RANGE BETWEEN 3600000 PRECEDING AND CURRENT ROW) AS clicks_1h_ahead,
            nth_value((clicks_24h_block, clicks_24h_head), 1) OVER (PARTITION BY package, person, flow ORDER BY -ms ASC RANGE BETWEEN 86400000 PRECEDING AND CURRENT ROW) AS clicks_24h_ahead
        FROM
        (
            SELECT
                *,
                max(clicks_1m_here) OVER (PARTITION BY package, person, flow, clicks_1m_block ORDER BY ms ASC) AS clicks_1m_head,
                max(clicks_1m_here) OVER (PARTITION BY package, person, flow, clicks_1m_block ORDER BY -ms ASC) AS clicks_1m_tail,
                max(clicks_1h_here) OVER (PARTITION BY package, person, flow, clicks_1h_block ORDER BY ms ASC) AS clicks_1h_head,
                max(clicks_1h_here) OVER (PARTITION BY package, person, flow, clicks_1h_block ORDER BY -ms ASC) AS clicks_1h_tail,
                max(clicks_24h_here) OVER (PARTITION BY package, person, flow, clicks_24h_block ORDER BY ms ASC) AS clicks_24h_head,
                max(clicks_24h_here) OVER (PARTITION BY package, person, flow, clicks_24h_block ORDER BY -ms ASC) AS clicks_24h_tail
            FROM
            (
                SELECT
                    *,
                    (toInt64(up_to_now) - toInt64(nth_value(before_now, 1) OVER (PARTITION BY package, person, flow ORDER BY ms ASC RANGE BETWEEN 60000 PRECEDING AND CURRENT ROW))) + 1 AS clicks_1m_here,
                    intDiv(ms, 60000) AS clicks_1m_block,
                    (toInt64(up_to_now) - toInt64(nth_value(before_now, 1) OVER (PARTITION BY package, person, flow ORDER BY ms ASC RANGE BETWEEN 3600000 PRECEDING AND CURRENT ROW))) + 1 AS clicks_1h_here,
                    intDiv(ms, 3600000) AS clicks_1h_block,
                    (toInt64(up_to_now) - toInt64(nth_value(before_now, 1) OVER (PARTITION BY package, person, flow ORDER BY ms ASC RANGE BETWEEN 86400000 PRECEDING AND CURRENT ROW))) + 1 AS clicks_24h_here,
                    intDiv(ms, 86400000) AS clicks_24h_block
                FROM
                (
                    SELECT
                        *,
                        count() OVER by_time AS up_to_now,
                        rank() OVER by_time AS before_now
                    FROM
                    (
                        SELECT
                            row_id,
                            package,
                            person,
                            kind,
                            flow,
                            ms,
                            if((kind IN ('click', 're_click', 'impression', 'click_impression')), toInt32(intDiv(ms - lagInFrame(toNullable(ms)) OVER same, 1000)), NULL) AS repeat_gap_seconds,
                            if(device_install, toInt32(intDiv(ms - max(booked) OVER earlier, 86400000)), NULL) AS install_repeat_days
                        FROM
                        (
                            SELECT
                                row_id,
                                package,
                                person,
                                kind,
                                if(kind = 're_click', 'click', toString(kind)) AS flow,
                                toUnixTimestamp64Milli(ts) AS ms,
                                concat(if(campaign != '', concat('c', campaign), concat('p', publisher)), if(device_id_class = 'valid', '', concat('\n', placement, '\n', creative))) AS ad,
                                (kind = 'install') AND (device_id_class = 'valid') AS device_install,
                                if((kind = 'install') AND (device_id_class = 'valid') AND (install_type NOT IN ('reinstall', 're-attribution')), ms, NULL) AS booked
                            FROM
                            (
                                SELECT *
                                FROM traffic
                                WHERE package = 'sample'
                            )
                            WHERE (person != 0) AND (kind IN ('click', 're_click', 'impression', 'click_impression', 'visit', 'install'))
                        )
                        WINDOW
                            same AS (PARTITION BY package, person, kind, ad ORDER BY ms ASC, row_id ASC ROWS BETWEEN 1 PRECEDING AND CURRENT ROW),
                            earlier AS (PARTITION BY package, person, flow ORDER BY ms ASC, row_id ASC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
                    )
                    WINDOW by_time AS (PARTITION BY package, person, flow ORDER BY ms ASC)
                )
            )
        )
    )
);
