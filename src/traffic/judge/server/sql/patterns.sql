SELECT
    row_id,
    max(p_clicks_before_install) AS clicks_before_install,
    max(p_click_gap_cv_percent) AS click_gap_cv_percent,
    max(p_idle_seconds) AS idle_seconds,
    max(p_reclicks_24h) AS reclicks_24h,
    max(p_stacked_campaigns) AS stacked_campaigns,
    max(p_pace_mean_seconds) AS pace_mean_seconds,
    max(p_pace_cv_percent) AS pace_cv_percent,
    max(p_campaign_views_24h) AS campaign_views_24h,
    max(p_video_conflict) AS video_conflict,
    max(p_click_days_30d) AS click_days_30d,
    max(p_click_after_seconds) AS click_after_seconds,
    max(p_steps_before_purchase) AS steps_before_purchase
FROM
(
    SELECT
        row_id,
        CAST(toInt32(n), 'Nullable(Int32)') AS p_clicks_before_install,
        CAST(if(mean > 0, toInt32(least(1000000, round((100 * deviation) / mean))), NULL), 'Nullable(Int32)') AS p_click_gap_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_idle_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_reclicks_24h,
        CAST(NULL, 'Nullable(Int32)') AS p_stacked_campaigns,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_mean_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_campaign_views_24h,
        CAST('', 'String') AS p_video_conflict,
        CAST(NULL, 'Nullable(Int32)') AS p_click_days_30d,
        CAST(NULL, 'Nullable(Int32)') AS p_click_after_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_steps_before_purchase
    FROM
    (
        SELECT
            row_id,
            clicks AS n,
            span / (n - 1) AS mean,
            sqrt(greatest(0, (squares / (n - 1)) - (mean * mean))) AS deviation
        FROM
        (
            SELECT
                i.row_id AS row_id,
                toInt64(l.clicks) - toInt64(f.before) AS clicks,
                (l.ms - f.ms) / 1000 AS span,
                l.squares - f.squares AS squares
            FROM
            (
                SELECT
                    row_id,
                    package,
                    person,
                    publisher,
                    toUnixTimestamp64Milli(ts) AS ms,
                    ms - 86400000 AS day_before
                FROM
                (
                    SELECT *
                    FROM traffic
                    WHERE package = 'sample'
                )
                WHERE (kind = 'install') AND (person IN (
                    SELECT person
                    FROM
                    (
                        SELECT *
                        FROM traffic
                        WHERE package = 'sample'
                    )
                    WHERE (person != 0) AND (kind IN ('click', 'install'))
                    GROUP BY person
                    HAVING (countIf(kind = 'install') > 0) AND (countIf(kind = 'click') >= 3)
                ))
            ) AS i
            ASOF INNER JOIN
            (
                SELECT
                    package,
                    person,
                    publisher,
                    ms,
                    sum(n) OVER upto AS clicks,
                    clicks - n AS before,
                    sum(gap * gap) OVER upto AS squares
                FROM
                (
                    SELECT
                        package,
                        person,
                        publisher,
                        ms,
                        n,
                        if(row_number() OVER by_time = 1, 0, (ms - lagInFrame(ms) OVER by_time) / 1000) AS gap
                    FROM
                    (
                        SELECT
                            package,
                            person,
                            publisher,
                            toUnixTimestamp64Milli(ts) AS ms,
                            count() AS n
                        FROM
                        (
                            SELECT *
                            FROM traffic
                            WHERE package = 'sample'
                        )
                        WHERE (kind = 'click') AND (person IN (
                            SELECT person
                            FROM
                            (
                                SELECT *
                                FROM traffic
                                WHERE package = 'sample'
                            )
                            WHERE (person != 0) AND (kind IN ('click', 'install'))
                            GROUP BY person
                            HAVING (countIf(kind = 'install') > 0) AND (countIf(kind = 'click') >= 3)
                        ))
                        GROUP BY
                            package,
                            person,
                            publisher,
                            ms
                    )
                    WINDOW by_time AS (PARTITION BY package, person, publisher ORDER BY ms ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
                )
                WINDOW upto AS (PARTITION BY package, person, publisher ORDER BY ms ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
            ) AS l ON (i.package = l.package) AND (i.person = l.person) AND (i.publisher = l.publisher) AND (i.ms >= l.ms)
            ASOF INNER JOIN
            (
                SELECT
                    package,
                    person,
                    publisher,
                    ms,
                    sum(n) OVER upto AS clicks,
                    clicks - n AS before,
                    sum(gap * gap) OVER upto AS squares
                FROM
                (
                    SELECT
                        package,
                        person,
                        publisher,
                        ms,
                        n,
                        if(row_number() OVER by_time = 1, 0, (ms - lagInFrame(ms) OVER by_time) / 1000) AS gap
                    FROM
                    (
                        SELECT
                            package,
                            person,
                            publisher,
                            toUnixTimestamp64Milli(ts) AS ms,
                            count() AS n
                        FROM
                        (
                            SELECT *
                            FROM traffic
                            WHERE package = 'sample'
                        )
                        WHERE (kind = 'click') AND (person IN (
                            SELECT person
                            FROM
                            (
                                SELECT *
                                FROM traffic
                                WHERE package = 'sample'
                            )
                            WHERE (person != 0) AND (kind IN ('click', 'install'))
                            GROUP BY person
                            HAVING (countIf(kind = 'install') > 0) AND (countIf(kind = 'click') >= 3)
                        ))
                        GROUP BY
                            package,
                            person,
                            publisher,
                            ms
                    )
                    WINDOW by_time AS (PARTITION BY package, person, publisher ORDER BY ms ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
                )
                WINDOW upto AS (PARTITION BY package, person, publisher ORDER BY ms ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
            ) AS f ON (i.package = f.package) AND (i.person = f.person) AND (i.publisher = f.publisher) AND (i.day_before <= f.ms)
        )
        WHERE clicks >= 3
    )
    UNION ALL
    SELECT
        row_id,
        CAST(NULL, 'Nullable(Int32)') AS p_clicks_before_install,
        CAST(NULL, 'Nullable(Int32)') AS p_click_gap_cv_percent,
        CAST(if(isNull(idle), NULL, toInt32(least(2147483647, idle))), 'Nullable(Int32)') AS p_idle_seconds,
        CAST(if(n > 1, n, NULL), 'Nullable(Int32)') AS p_reclicks_24h,
        CAST(NULL, 'Nullable(Int32)') AS p_stacked_campaigns,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_mean_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_campaign_views_24h,
        CAST('', 'String') AS p_video_conflict,
        CAST(NULL, 'Nullable(Int32)') AS p_click_days_30d,
        CAST(NULL, 'Nullable(Int32)') AS p_click_after_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_steps_before_purchase
    FROM
    (
        SELECT
            * EXCEPT (before_now, up_to_now, n_here, n_block, n_head, n_tail, n_ahead),
            toInt32(greatest(n_tail, if((n_ahead.1) = n_block, n_here, n_ahead.2))) AS n
        FROM
        (
            SELECT
                *,
                nth_value((n_block, n_head), 1) OVER (PARTITION BY package, person ORDER BY -ms ASC RANGE BETWEEN 86400000 PRECEDING AND CURRENT ROW) AS n_ahead
            FROM
            (
                SELECT
                    *,
                    max(n_here) OVER (PARTITION BY package, person, n_block ORDER BY ms ASC) AS n_head,
                    max(n_here) OVER (PARTITION BY package, person, n_block ORDER BY -ms ASC) AS n_tail
                FROM
                (
                    SELECT
                        *,
                        (toInt64(up_to_now) - toInt64(nth_value(before_now, 1) OVER (PARTITION BY package, person ORDER BY ms ASC RANGE BETWEEN 86400000 PRECEDING AND CURRENT ROW))) + 1 AS n_here,
                        intDiv(ms, 86400000) AS n_block
                    FROM
                    (
                        SELECT
                            *,
                            countIf(kind = 're_click') OVER by_time AS up_to_now,
                            (up_to_now - countIf(kind = 're_click') OVER (PARTITION BY package, person, ms)) + 1 AS before_now
                        FROM
                        (
                            SELECT
                                row_id,
                                package,
                                person,
                                kind,
                                ms,
                                if(countIf(kind = 're_click') OVER upto > 0, tupleElement(argMaxIf(tuple(away), ms, kind = 're_click') OVER upto, 1), away) AS idle
                            FROM
                            (
                                SELECT
                                    row_id,
                                    package,
                                    person,
                                    kind,
                                    ms,
                                    intDiv(ms - max(used) OVER before, 1000) AS away
                                FROM
                                (
                                    SELECT
                                        row_id,
                                        package,
                                        person,
                                        toString(kind) AS kind,
                                        toUnixTimestamp64Milli(ts) AS ms,
                                        if(kind = 're_click', NULL, ms) AS used
                                    FROM
                                    (
                                        SELECT *
                                        FROM traffic
                                        WHERE package = 'sample'
                                    )
                                    WHERE (kind IN ('re_click', 'install', 'app_event', 're_event')) AND (person IN (
                                        SELECT person
                                        FROM
                                        (
                                            SELECT *
                                            FROM traffic
                                            WHERE package = 'sample'
                                        )
                                        WHERE (person != 0) AND (kind = 're_click')
                                    ))
                                )
                                WINDOW before AS (PARTITION BY package, person ORDER BY ms ASC RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
                                QUALIFY kind IN ('re_click', 're_event')
                            )
                            WINDOW upto AS (PARTITION BY package, person ORDER BY ms ASC RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
                        )
                        WINDOW by_time AS (PARTITION BY package, person ORDER BY ms ASC)
                    )
                )
            )
        )
    )
    UNION ALL
    SELECT
        row_id,
        CAST(NULL, 'Nullable(Int32)') AS p_clicks_before_install,
        CAST(NULL, 'Nullable(Int32)') AS p_click_gap_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_idle_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_reclicks_24h,
        CAST(NULL, 'Nullable(Int32)') AS p_stacked_campaigns,
        CAST(toInt32(least(2147483647, round(mean))), 'Nullable(Int32)') AS p_pace_mean_seconds,
        CAST(if((mean > 0) AND (nth > 10), toInt32(round((100 * deviation) / mean)), NULL), 'Nullable(Int32)') AS p_pace_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_campaign_views_24h,
        CAST('', 'String') AS p_video_conflict,
        CAST(NULL, 'Nullable(Int32)') AS p_click_days_30d,
        CAST(NULL, 'Nullable(Int32)') AS p_click_after_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_steps_before_purchase
    FROM
    (
        SELECT
            row_id,
            if(nth > 3, own_mean, nth_value(own_mean, 4) OVER slots) AS mean,
            deviation,
            nth
        FROM
        (
            SELECT
                row_id,
                package,
                person,
                kind,
                slot,
                ms,
                nth,
                avg(gap) OVER last AS own_mean,
                stddevPop(gap) OVER last AS deviation
            FROM
            (
                SELECT
                    row_id,
                    package,
                    person,
                    kind,
                    slot,
                    ms,
                    row_number() OVER by_time AS nth,
                    if(nth = 1, NULL, (ms - lagInFrame(ms) OVER by_time) / 1000) AS gap
                FROM
                (
                    SELECT
                        row_id,
                        package,
                        person,
                        kind,
                        if(kind = 'visit', '', toString(placement)) AS slot,
                        toUnixTimestamp64Milli(ts) AS ms
                    FROM
                    (
                        SELECT *
                        FROM
                        (
                            SELECT *
                            FROM traffic
                            WHERE package = 'sample'
                        )
                        WHERE (person != 0) AND ((kind = 'visit') OR ((kind IN ('impression', 'click_impression')) AND (placement != '')))
                    )
                    WHERE (package, person, kind, if(kind = 'visit', '', placement)) IN (
                        SELECT
                            package,
                            person,
                            kind,
                            if(kind = 'visit', '', placement)
                        FROM
                        (
                            SELECT *
                            FROM
                            (
                                SELECT *
                                FROM traffic
                                WHERE package = 'sample'
                            )
                            WHERE (person != 0) AND ((kind = 'visit') OR ((kind IN ('impression', 'click_impression')) AND (placement != '')))
                        )
                        GROUP BY
                            package,
                            person,
                            kind,
                            if(kind = 'visit', '', placement)
                        HAVING count() > 3
                    )
                )
                WINDOW by_time AS (PARTITION BY package, person, kind, slot ORDER BY ms ASC, row_id ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
            )
            WINDOW last AS (PARTITION BY package, person, kind, slot ORDER BY ms ASC, row_id ASC ROWS BETWEEN 9 PRECEDING AND CURRENT ROW)
        )
        WINDOW slots AS (PARTITION BY package, person, kind, slot ORDER BY nth ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
        QUALIFY nth > 1
    )
    UNION ALL
    SELECT
        row_id,
        CAST(NULL, 'Nullable(Int32)') AS p_clicks_before_install,
        CAST(NULL, 'Nullable(Int32)') AS p_click_gap_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_idle_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_reclicks_24h,
        CAST(NULL, 'Nullable(Int32)') AS p_stacked_campaigns,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_mean_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_cv_percent,
        CAST(if(n > 1, toInt32(n), NULL), 'Nullable(Int32)') AS p_campaign_views_24h,
        CAST('', 'String') AS p_video_conflict,
        CAST(NULL, 'Nullable(Int32)') AS p_click_days_30d,
        CAST(NULL, 'Nullable(Int32)') AS p_click_after_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_steps_before_purchase
    FROM
    (
        SELECT
            row_id,
            (up_to_now - nth_value(before_now, 1) OVER day) + 1 AS n
        FROM
        (
            SELECT
                row_id,
                package,
                person,
                kind,
                campaign,
                ms,
                rank() OVER by_time AS before_now,
                count() OVER by_time AS up_to_now
            FROM
            (
                SELECT
                    row_id,
                    package,
                    person,
                    kind,
                    campaign,
                    toUnixTimestamp64Milli(ts) AS ms
                FROM
                (
                    SELECT *
                    FROM
                    (
                        SELECT *
                        FROM traffic
                        WHERE package = 'sample'
                    )
                    WHERE (person != 0) AND (campaign != '') AND (kind IN ('impression', 'click_impression', 'vast_request'))
                )
                WHERE (package, person, kind, campaign) IN (
                    SELECT
                        package,
                        person,
                        kind,
                        campaign
                    FROM
                    (
                        SELECT *
                        FROM
                        (
                            SELECT *
                            FROM traffic
                            WHERE package = 'sample'
                        )
                        WHERE (person != 0) AND (campaign != '') AND (kind IN ('impression', 'click_impression', 'vast_request'))
                    )
                    GROUP BY
                        package,
                        person,
                        kind,
                        campaign
                    HAVING count() > 1
                )
            )
            WINDOW by_time AS (PARTITION BY package, person, kind, campaign ORDER BY ms ASC)
        )
        WINDOW day AS (PARTITION BY package, person, kind, campaign ORDER BY ms ASC RANGE BETWEEN 86400000 PRECEDING AND CURRENT ROW)
    )
    UNION ALL
    SELECT
        row_id,
        CAST(NULL, 'Nullable(Int32)') AS p_clicks_before_install,
        CAST(NULL, 'Nullable(Int32)') AS p_click_gap_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_idle_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_reclicks_24h,
        CAST(NULL, 'Nullable(Int32)') AS p_stacked_campaigns,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_mean_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_campaign_views_24h,
        CAST(conflict, 'String') AS p_video_conflict,
        CAST(NULL, 'Nullable(Int32)') AS p_click_days_30d,
        CAST(NULL, 'Nullable(Int32)') AS p_click_after_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_steps_before_purchase
    FROM
    (
        SELECT
            arrayJoin(own) AS row_id,
            conflict
        FROM
        (
            SELECT
                own,
                arrayStringConcat(arrayFilter((sign, holds) -> holds, ['no start', 'wrong order', 'too fast', 'one jump'], [started_late, backwards, fast, jumped]), '; ') AS conflict
            FROM
            (
                SELECT
                    own,
                    ((steps[1]).1) != 1 AS started_late,
                    arrayCount(each -> (each < -1000), took) > 1 AS backwards,
                    timed AND ((arraySum(short) - if(empty(jumps), 0, arrayMax(arrayMap(jump -> arraySum(arraySlice(short, jump.1, jump.2)), jumps)))) > slack) AS fast,
                    timed AND (NOT fast) AND (arraySum(short) > slack) AS jumped
                FROM
                (
                    SELECT
                        own,
                        steps,
                        seconds IS NOT NULL AS timed,
                        if(arrayAll(each -> (((each.2) % 1000) = 0), steps), 2000, 500) AS slack,
                        arrayMap(at -> (((steps[at + 1]).2) - ((steps[at]).2)), range(1, length(steps))) AS took,
                        arrayMap(at -> (((((((steps[at + 1]).1) - ((steps[at]).1)) * 250) * 0.9) * ifNull(seconds, 0)) - (took[at])), range(1, length(steps))) AS short,
                        arrayFilter(jump -> (((jump.2) = 1) OR ((((jump.2) = 2) OR arrayAll(each -> (each < 1000), arraySlice(took, (jump.1) + 1, (jump.2) - 2))) AND (NOT (((jump.1) = 1) AND (((steps[1]).1) = 1) AND ((took[1]) < 1000))))), arrayFlatten(arrayMap(at -> arrayMap(gaps -> (at, gaps), range(1, (length(took) + 2) - at)), range(1, length(took) + 1)))) AS jumps
                    FROM
                    (
                        SELECT
                            arraySort(groupArrayIf((step, first), step > 0)) AS steps,
                            groupArrayArray(own) AS own,
                            minIf(seconds, step > 0) AS seconds
                        FROM
                        (
                            SELECT
                                package,
                                person,
                                click_id,
                                step,
                                min(ms) AS first,
                                min(video_seconds) AS seconds,
                                groupArray(row_id) AS own
                            FROM
                            (
                                SELECT
                                    row_id,
                                    package,
                                    person,
                                    click_id,
                                    toUnixTimestamp64Milli(ts) AS ms,
                                    if(kind = 'vast_request', 0, indexOf(['start', 'firstquartile', 'midpoint', 'thirdquartile', 'complete'], replaceRegexpAll(lower(toString(event_name)), '[^a-z0-9]', ''))) AS step,
                                    video_seconds
                                FROM
                                (
                                    SELECT *
                                    FROM traffic
                                    WHERE package = 'sample'
                                )
                                WHERE (person != 0) AND (click_id != '') AND (((kind = 'vast_tracking') AND (step > 0)) OR (kind = 'vast_request'))
                            )
                            GROUP BY
                                package,
                                person,
                                click_id,
                                step
                        )
                        GROUP BY
                            package,
                            person,
                            click_id
                        HAVING notEmpty(steps)
                    )
                )
            )
        )
        WHERE conflict != ''
    )
    UNION ALL
    SELECT
        row_id,
        CAST(NULL, 'Nullable(Int32)') AS p_clicks_before_install,
        CAST(NULL, 'Nullable(Int32)') AS p_click_gap_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_idle_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_reclicks_24h,
        CAST(NULL, 'Nullable(Int32)') AS p_stacked_campaigns,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_mean_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_campaign_views_24h,
        CAST('', 'String') AS p_video_conflict,
        CAST(toInt32(n), 'Nullable(Int32)') AS p_click_days_30d,
        CAST(NULL, 'Nullable(Int32)') AS p_click_after_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_steps_before_purchase
    FROM
    (
        SELECT
            click.1 AS row_id,
            arrayCount(day -> (abs(day - (click.2)) <= 30), days) AS n
        FROM
        (
            SELECT
                groupUniqArray(toInt32(toRelativeDayNum(ts))) AS days,
                arrayJoin(groupArray((row_id, toInt32(toRelativeDayNum(ts))))) AS click
            FROM
            (
                SELECT *
                FROM traffic
                WHERE package = 'sample'
            )
            WHERE (person != 0) AND (kind = 'click')
            GROUP BY
                package,
                person,
                publisher,
                sub_publisher
            HAVING min(toDate(ts)) != max(toDate(ts))
        )
        WHERE n > 1
    )
    UNION ALL
    SELECT
        row_id,
        CAST(NULL, 'Nullable(Int32)') AS p_clicks_before_install,
        CAST(NULL, 'Nullable(Int32)') AS p_click_gap_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_idle_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_reclicks_24h,
        CAST(NULL, 'Nullable(Int32)') AS p_stacked_campaigns,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_mean_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_campaign_views_24h,
        CAST('', 'String') AS p_video_conflict,
        CAST(NULL, 'Nullable(Int32)') AS p_click_days_30d,
        CAST(toInt32(n), 'Nullable(Int32)') AS p_click_after_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_steps_before_purchase
    FROM
    (
        SELECT
            i.shown_id AS row_id,
            intDiv(min(c.ms - i.ms), 1000) AS n
        FROM
        (
            SELECT
                package,
                person,
                publisher,
                sub_publisher,
                toUnixTimestamp64Milli(ts) AS ms
            FROM
            (
                SELECT *
                FROM traffic
                WHERE package = 'sample'
            )
            WHERE (kind = 'click') AND (person IN (
                SELECT person
                FROM
                (
                    SELECT *
                    FROM traffic
                    WHERE package = 'sample'
                )
                WHERE (person != 0) AND (kind IN ('impression', 'click'))
                GROUP BY person
                HAVING min(kind) != max(kind)
            ))
        ) AS c
        ASOF INNER JOIN
        (
            SELECT
                package,
                person,
                publisher,
                sub_publisher,
                toUnixTimestamp64Milli(ts) AS ms,
                min(row_id) AS shown_id
            FROM
            (
                SELECT *
                FROM traffic
                WHERE package = 'sample'
            )
            WHERE (kind = 'impression') AND (person IN (
                SELECT person
                FROM
                (
                    SELECT *
                    FROM traffic
                    WHERE package = 'sample'
                )
                WHERE (person != 0) AND (kind IN ('impression', 'click'))
                GROUP BY person
                HAVING min(kind) != max(kind)
            ))
            GROUP BY
                package,
                person,
                publisher,
                sub_publisher,
                ms
        ) AS i ON (c.package = i.package) AND (c.person = i.person) AND (c.publisher = i.publisher) AND (c.sub_publisher = i.sub_publisher) AND (c.ms >= i.ms)
        WHERE (c.ms - i.ms) <= 60000
        GROUP BY row_id
    )
    UNION ALL
    SELECT
        row_id,
        CAST(NULL, 'Nullable(Int32)') AS p_clicks_before_install,
        CAST(NULL, 'Nullable(Int32)') AS p_click_gap_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_idle_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_reclicks_24h,
        CAST(NULL, 'Nullable(Int32)') AS p_stacked_campaigns,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_mean_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_campaign_views_24h,
        CAST('', 'String') AS p_video_conflict,
        CAST(NULL, 'Nullable(Int32)') AS p_click_days_30d,
        CAST(NULL, 'Nullable(Int32)') AS p_click_after_seconds,
        CAST(toInt32(n), 'Nullable(Int32)') AS p_steps_before_purchase
    FROM
    (
        SELECT
            row_id,
            n
        FROM
        (
            SELECT
                row_id,
                purchase,
                sum(step) OVER upto AS n,
                sum(installed) OVER upto AS installs
            FROM
            (
                SELECT
                    row_id,
                    package,
                    person,
                    toUnixTimestamp64Milli(ts) AS ms,
                    (kind = 'app_event') AND (revenue > 0) AND (event_name NOT IN ('ad_revenue', 'af_ad_revenue', 'ad_impression', 'af_ad_view')) AS purchase,
                    kind = 'install' AS installed,
                    (kind = 'app_event') AND (NOT purchase) AS step
                FROM
                (
                    SELECT *
                    FROM traffic
                    WHERE package = 'sample'
                )
                WHERE (kind IN ('install', 'app_event')) AND (person IN (
                    SELECT person
                    FROM
                    (
                        SELECT *
                        FROM traffic
                        WHERE package = 'sample'
                    )
                    WHERE (person != 0) AND (kind IN ('install', 'app_event'))
                    GROUP BY person
                    HAVING (countIf(kind = 'install') > 0) AND (countIf((kind = 'app_event') AND (revenue > 0) AND (event_name NOT IN ('ad_revenue', 'af_ad_revenue', 'ad_impression', 'af_ad_view'))) > 0)
                ))
            )
            WINDOW upto AS (PARTITION BY package, person ORDER BY ms ASC RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
        )
        WHERE purchase AND (installs > 0)
    )
    UNION ALL
    SELECT
        row_id,
        CAST(NULL, 'Nullable(Int32)') AS p_clicks_before_install,
        CAST(NULL, 'Nullable(Int32)') AS p_click_gap_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_idle_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_reclicks_24h,
        CAST(toInt32(campaigns), 'Nullable(Int32)') AS p_stacked_campaigns,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_mean_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_campaign_views_24h,
        CAST('', 'String') AS p_video_conflict,
        CAST(NULL, 'Nullable(Int32)') AS p_click_days_30d,
        CAST(NULL, 'Nullable(Int32)') AS p_click_after_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_steps_before_purchase
    FROM
    (
        SELECT
            arrayJoin(groupArray(row_id)) AS row_id,
            uniqExact(campaign) AS campaigns
        FROM
        (
            SELECT *
            FROM traffic
            WHERE package = 'sample'
        )
        WHERE (person != 0) AND (kind IN ('impression', 'click_impression')) AND (placement != '') AND (campaign != '')
        GROUP BY
            package,
            person,
            kind,
            placement,
            intDiv(toUnixTimestamp64Milli(ts) + 0, 1000)
        HAVING uniqExact(campaign) > 1
    )
    UNION ALL
    SELECT
        row_id,
        CAST(NULL, 'Nullable(Int32)') AS p_clicks_before_install,
        CAST(NULL, 'Nullable(Int32)') AS p_click_gap_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_idle_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_reclicks_24h,
        CAST(toInt32(campaigns), 'Nullable(Int32)') AS p_stacked_campaigns,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_mean_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_pace_cv_percent,
        CAST(NULL, 'Nullable(Int32)') AS p_campaign_views_24h,
        CAST('', 'String') AS p_video_conflict,
        CAST(NULL, 'Nullable(Int32)') AS p_click_days_30d,
        CAST(NULL, 'Nullable(Int32)') AS p_click_after_seconds,
        CAST(NULL, 'Nullable(Int32)') AS p_steps_before_purchase
    FROM
    (
        SELECT
            arrayJoin(groupArray(row_id)) AS row_id,
            uniqExact(campaign) AS campaigns
        FROM
        (
            SELECT *
            FROM traffic
            WHERE package = 'sample'
        )
        WHERE (person != 0) AND (kind IN ('impression', 'click_impression')) AND (placement != '') AND (campaign != '')
        GROUP BY
            package,
            person,
            kind,
            placement,
            intDiv(toUnixTimestamp64Milli(ts) + 500, 1000)
        HAVING uniqExact(campaign) > 1
    )
)
GROUP BY row_id;
