SELECT
    row_id,
    kind,
    ts,
    import_id,
    old_order_repeat,
    multiIf((nth = 1) OR (buyers > 20) OR (match(trimBoth(toString(order_id)), '(?i)^(?:-|null|none|n/?a|nil|undefined|unknown|false|true|test|\\(null\\)|\\(none\\)|not set|\\(not set\\))$') OR match(trimBoth(toString(order_id)), '^(?:\\$?\\{+.*\\}+|\\[.*\\]|<.*>|%+[A-Za-z_]+%+|__.+__)$') OR match(replaceAll(trimBoth(toString(order_id)), '-', ''), '^0+$') OR ((length(replaceAll(trimBoth(toString(order_id)), '-', '')) > 3) AND (replaceAll(trimBoth(toString(order_id)), '-', '') = repeat(substring(replaceAll(trimBoth(toString(order_id)), '-', ''), 1, 1), length(replaceAll(trimBoth(toString(order_id)), '-', '')))))), '', (buyer = 0) OR (buyer = person), 'same_person', 'another_person') AS order_repeat
FROM
(
    SELECT
        row_id,
        kind,
        ts,
        import_id,
        person,
        order_id,
        old_order_repeat,
        row_number() OVER booked AS nth,
        first_value(person) OVER booked AS buyer,
        uniqExact(person) OVER (PARTITION BY order_id, event_name) AS buyers
    FROM
    (
        SELECT
            row_id,
            kind,
            ts,
            import_id,
            person,
            order_repeat AS old_order_repeat,
            order_id,
            event_name
        FROM
        (
            SELECT
                *,
                cityHash64(order_id) AS link_key
            FROM traffic
            WHERE (package = 'sample') AND (kind IN ('app_event', 'web_event', 're_event')) AND (order_id != '') AND true AND (cityHash64(order_id) IN (
                SELECT cityHash64(order_id)
                FROM
                (
                    SELECT *
                    FROM own
                )
                WHERE (kind IN ('app_event', 'web_event', 're_event')) AND (order_id != '') AND true
            ))
        )
        WHERE revenue >= 0
    )
    WINDOW booked AS (PARTITION BY order_id, event_name ORDER BY ts ASC, row_id ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
);

SELECT
    row_id,
    kind,
    ts,
    import_id,
    old_click_id_repeats,
    if((nth = 1) OR (match(trimBoth(toString(click_id)), '(?i)^(?:-|null|none|n/?a|nil|undefined|unknown|false|true|test|\\(null\\)|\\(none\\)|not set|\\(not set\\))$') OR match(trimBoth(toString(click_id)), '^(?:\\$?\\{+.*\\}+|\\[.*\\]|<.*>|%+[A-Za-z_]+%+|__.+__)$') OR match(replaceAll(trimBoth(toString(click_id)), '-', ''), '^0+$') OR ((length(replaceAll(trimBoth(toString(click_id)), '-', '')) > 3) AND (replaceAll(trimBoth(toString(click_id)), '-', '') = repeat(substring(replaceAll(trimBoth(toString(click_id)), '-', ''), 1, 1), length(replaceAll(trimBoth(toString(click_id)), '-', '')))))), NULL, toInt32(nth - 1)) AS click_id_repeats
FROM
(
    SELECT
        row_id,
        kind,
        ts,
        import_id,
        click_id,
        old_click_id_repeats,
        row_number() OVER (PARTITION BY kind, click_id ORDER BY ts ASC, row_id ASC) AS nth
    FROM
    (
        SELECT
            row_id,
            kind,
            ts,
            import_id,
            click_id_repeats AS old_click_id_repeats,
            click_id
        FROM
        (
            SELECT
                *,
                cityHash64(click_id) AS link_key
            FROM traffic
            WHERE (package = 'sample') AND (kind IN ('click', 're_click')) AND (click_id != '') AND true AND (cityHash64(click_id) IN (
                SELECT cityHash64(click_id)
                FROM
                (
                    SELECT *
                    FROM own
                )
                WHERE (kind IN ('click', 're_click')) AND (click_id != '') AND true
            ))
        )
    )
);

SELECT
    row_id,
    kind,
    ts,
    import_id,
    old_click_id_installers,
    if((persons > 1) AND (persons <= 20) AND (NOT (match(trimBoth(toString(click_id)), '(?i)^(?:-|null|none|n/?a|nil|undefined|unknown|false|true|test|\\(null\\)|\\(none\\)|not set|\\(not set\\))$') OR match(trimBoth(toString(click_id)), '^(?:\\$?\\{+.*\\}+|\\[.*\\]|<.*>|%+[A-Za-z_]+%+|__.+__)$') OR match(replaceAll(trimBoth(toString(click_id)), '-', ''), '^0+$') OR ((length(replaceAll(trimBoth(toString(click_id)), '-', '')) > 3) AND (replaceAll(trimBoth(toString(click_id)), '-', '') = repeat(substring(replaceAll(trimBoth(toString(click_id)), '-', ''), 1, 1), length(replaceAll(trimBoth(toString(click_id)), '-', ''))))))), toInt32(persons), NULL) AS click_id_installers
FROM
(
    SELECT
        row_id,
        kind,
        ts,
        import_id,
        click_id,
        click_id_installers AS old_click_id_installers,
        uniqExact(person) OVER (PARTITION BY click_id) AS persons
    FROM
    (
        SELECT
            *,
            cityHash64(click_id) AS link_key
        FROM traffic
        WHERE (package = 'sample') AND (kind = 'install') AND (click_id != '') AND (person != 0) AND true AND (cityHash64(click_id) IN (
            SELECT cityHash64(click_id)
            FROM
            (
                SELECT *
                FROM own
            )
            WHERE (kind = 'install') AND (click_id != '') AND (person != 0) AND true
        ))
    )
);

SELECT
    i.row_id AS row_id,
    i.kind AS kind,
    i.ts AS ts,
    i.import_id AS import_id,
    i.old_device AS old_click_device_conflict,
    i.old_country AS old_click_country_conflict,
    multiIf(c.click_id = '', '', (c.os != '') AND (i.os != '') AND (c.os != i.os) AND (c.os NOT IN ('macOS', 'Mac OS', 'Linux', 'Windows', 'ChromeOS')), concat(c.os, ' ≠ ', i.os), (c.model NOT IN ('', 'k')) AND (i.model != '') AND (c.model != i.model), concat(c.model, ' ≠ ', i.model), '') AS click_device_conflict,
    if((c.country != '') AND (i.country != '') AND (c.country != i.country), concat(c.country, ' ≠ ', i.country), '') AS click_country_conflict
FROM
(
    SELECT
        row_id,
        kind,
        ts,
        import_id,
        click_id,
        toString(click_device_conflict) AS old_device,
        toString(click_country_conflict) AS old_country,
        toString(os) AS os,
        lower(toString(device_model)) AS model,
        if(ip_class = 'public', toString(ip_country), '') AS country
    FROM
    (
        SELECT
            *,
            cityHash64(click_id) AS link_key
        FROM traffic
        WHERE (package = 'sample') AND (kind IN ('click', 'install')) AND (click_id != '') AND true AND (cityHash64(click_id) IN (
            SELECT cityHash64(click_id)
            FROM
            (
                SELECT *
                FROM own
            )
            WHERE (kind IN ('click', 'install')) AND (click_id != '') AND true
        ))
    )
    WHERE kind = 'install'
) AS i
ANY LEFT JOIN
(
    SELECT
        click_id,
        argMin(toString(os), (ts, row_id)) AS os,
        argMin(lower(toString(device_model)), (ts, row_id)) AS model,
        argMin(if(ip_class = 'public', toString(ip_country), ''), (ts, row_id)) AS country
    FROM
    (
        SELECT
            click_id,
            os,
            device_model,
            ip_class,
            ip_country,
            ts,
            row_id
        FROM
        (
            SELECT
                *,
                cityHash64(click_id) AS link_key
            FROM traffic
            WHERE (package = 'sample') AND (kind IN ('click', 'install')) AND (click_id != '') AND true AND (cityHash64(click_id) IN (
                SELECT cityHash64(click_id)
                FROM
                (
                    SELECT *
                    FROM own
                )
                WHERE (kind IN ('click', 'install')) AND (click_id != '') AND true
            ))
        )
        WHERE (kind = 'click') AND (NOT (match(trimBoth(toString(click_id)), '(?i)^(?:-|null|none|n/?a|nil|undefined|unknown|false|true|test|\\(null\\)|\\(none\\)|not set|\\(not set\\))$') OR match(trimBoth(toString(click_id)), '^(?:\\$?\\{+.*\\}+|\\[.*\\]|<.*>|%+[A-Za-z_]+%+|__.+__)$') OR match(replaceAll(trimBoth(toString(click_id)), '-', ''), '^0+$') OR ((length(replaceAll(trimBoth(toString(click_id)), '-', '')) > 3) AND (replaceAll(trimBoth(toString(click_id)), '-', '') = repeat(substring(replaceAll(trimBoth(toString(click_id)), '-', ''), 1, 1), length(replaceAll(trimBoth(toString(click_id)), '-', '')))))))
    )
    GROUP BY click_id
) AS c ON c.click_id = i.click_id;

SELECT
    row_id,
    kind,
    ts,
    import_id,
    old_block_installs_1h,
    old_block_installs_7d,
    if(hour > 1, hour, NULL) AS block_installs_1h,
    if(week > 1, week, NULL) AS block_installs_7d
FROM
(
    SELECT
        * EXCEPT (before_now, up_to_now, hour_here, hour_block, week_here, week_block, hour_head, hour_tail, hour_ahead, week_head, week_tail, week_ahead),
        toInt32(greatest(hour_tail, if((hour_ahead.1) = hour_block, hour_here, hour_ahead.2))) AS hour,
        toInt32(greatest(week_tail, if((week_ahead.1) = week_block, week_here, week_ahead.2))) AS week
    FROM
    (
        SELECT
            *,
            nth_value((hour_block, hour_head), 1) OVER (PARTITION BY link_key ORDER BY -ms ASC RANGE BETWEEN 3600000 PRECEDING AND CURRENT ROW) AS hour_ahead,
            nth_value((week_block, week_head), 1) OVER (PARTITION BY link_key ORDER BY -ms ASC RANGE BETWEEN 604800000 PRECEDING AND CURRENT ROW) AS week_ahead
        FROM
        (
            SELECT
                *,
                max(hour_here) OVER (PARTITION BY link_key, hour_block ORDER BY ms ASC) AS hour_head,
                max(hour_here) OVER (PARTITION BY link_key, hour_block ORDER BY -ms ASC) AS hour_tail,
                max(week_here) OVER (PARTITION BY link_key, week_block ORDER BY ms ASC) AS week_head,
                max(week_here) OVER (PARTITION BY link_key, week_block ORDER BY -ms ASC) AS week_tail
            FROM
            (
                SELECT
                    *,
                    (toInt64(up_to_now) - toInt64(nth_value(before_now, 1) OVER (PARTITION BY link_key ORDER BY ms ASC RANGE BETWEEN 3600000 PRECEDING AND CURRENT ROW))) + 1 AS hour_here,
                    intDiv(ms, 3600000) AS hour_block,
                    (toInt64(up_to_now) - toInt64(nth_value(before_now, 1) OVER (PARTITION BY link_key ORDER BY ms ASC RANGE BETWEEN 604800000 PRECEDING AND CURRENT ROW))) + 1 AS week_here,
                    intDiv(ms, 604800000) AS week_block
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
                            kind,
                            ts,
                            import_id,
                            link_key,
                            toUnixTimestamp64Milli(ts) AS ms,
                            block_installs_1h AS old_block_installs_1h,
                            block_installs_7d AS old_block_installs_7d
                        FROM
                        (
                            SELECT
                                *,
                                cityHash64((IPv6CIDRToRange(ip, if(startsWith(toString(ip), '::ffff:'), 120, 48))).1, toString(device_model), toString(os)) AS link_key
                            FROM traffic
                            WHERE (package = 'sample') AND (kind = 'install') AND (device_model != '') AND (ip != toIPv6('::')) AND true AND (cityHash64((IPv6CIDRToRange(ip, if(startsWith(toString(ip), '::ffff:'), 120, 48))).1, toString(device_model), toString(os)) IN (
                                SELECT cityHash64((IPv6CIDRToRange(ip, if(startsWith(toString(ip), '::ffff:'), 120, 48))).1, toString(device_model), toString(os))
                                FROM
                                (
                                    SELECT *
                                    FROM own
                                )
                                WHERE (kind = 'install') AND (device_model != '') AND (ip != toIPv6('::')) AND true
                            ))
                        )
                    )
                    WINDOW by_time AS (PARTITION BY link_key ORDER BY ms ASC)
                )
            )
        )
    )
);

SELECT
    row_id,
    kind,
    ts,
    import_id,
    old_address_ids_24h,
    old_address_ids_percent,
    if((fresh = 1) AND (n > 1), n, NULL) AS address_ids_24h,
    if((fresh = 1) AND (n > 1), toInt32(round((100 * n) / everybody)), NULL) AS address_ids_percent
FROM
(
    SELECT
        * EXCEPT (before_now, up_to_now, everybody_here, everybody_block, everybody_head, everybody_tail, everybody_ahead),
        toInt32(greatest(everybody_tail, if((everybody_ahead.1) = everybody_block, everybody_here, everybody_ahead.2))) AS everybody
    FROM
    (
        SELECT
            *,
            nth_value((everybody_block, everybody_head), 1) OVER (PARTITION BY link_key, fresh ORDER BY -ms ASC RANGE BETWEEN 86400000 PRECEDING AND CURRENT ROW) AS everybody_ahead
        FROM
        (
            SELECT
                *,
                max(everybody_here) OVER (PARTITION BY link_key, fresh, everybody_block ORDER BY ms ASC) AS everybody_head,
                max(everybody_here) OVER (PARTITION BY link_key, fresh, everybody_block ORDER BY -ms ASC) AS everybody_tail
            FROM
            (
                SELECT
                    *,
                    (toInt64(up_to_now) - toInt64(nth_value(before_now, 1) OVER (PARTITION BY link_key, fresh ORDER BY ms ASC RANGE BETWEEN 86400000 PRECEDING AND CURRENT ROW))) + 1 AS everybody_here,
                    intDiv(ms, 86400000) AS everybody_block
                FROM
                (
                    SELECT
                        *,
                        count() OVER by_time AS up_to_now,
                        rank() OVER by_time AS before_now
                    FROM
                    (
                        SELECT
                            * EXCEPT (before_now, up_to_now, n_here, n_block, n_head, n_tail, n_ahead),
                            toInt32(greatest(n_tail, if((n_ahead.1) = n_block, n_here, n_ahead.2))) AS n
                        FROM
                        (
                            SELECT
                                *,
                                nth_value((n_block, n_head), 1) OVER (PARTITION BY link_key, phone, fresh ORDER BY -ms ASC RANGE BETWEEN 86400000 PRECEDING AND CURRENT ROW) AS n_ahead
                            FROM
                            (
                                SELECT
                                    *,
                                    max(n_here) OVER (PARTITION BY link_key, phone, fresh, n_block ORDER BY ms ASC) AS n_head,
                                    max(n_here) OVER (PARTITION BY link_key, phone, fresh, n_block ORDER BY -ms ASC) AS n_tail
                                FROM
                                (
                                    SELECT
                                        *,
                                        (toInt64(up_to_now) - toInt64(nth_value(before_now, 1) OVER (PARTITION BY link_key, phone, fresh ORDER BY ms ASC RANGE BETWEEN 86400000 PRECEDING AND CURRENT ROW))) + 1 AS n_here,
                                        intDiv(ms, 86400000) AS n_block
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
                                                kind,
                                                ts,
                                                import_id,
                                                link_key,
                                                phone,
                                                toUnixTimestamp64Milli(ts) AS ms,
                                                address_ids_24h AS old_address_ids_24h,
                                                address_ids_percent AS old_address_ids_percent,
                                                (device_id_class = 'valid') AND (row_number() OVER (PARTITION BY link_key, phone, lower(device_id) ORDER BY ts ASC, row_id ASC) = 1) AS fresh
                                            FROM
                                            (
                                                SELECT
                                                    *,
                                                    cityHash64(toString(device_model), toString(os), toString(os_version), toString(carrier)) AS phone
                                                FROM
                                                (
                                                    SELECT
                                                        *,
                                                        cityHash64(ip) AS link_key
                                                    FROM traffic
                                                    WHERE (package = 'sample') AND (kind = 'install') AND (device_model != '') AND (ip != toIPv6('::')) AND (wifi != 'false') AND true AND (cityHash64(ip) IN (
                                                        SELECT cityHash64(ip)
                                                        FROM
                                                        (
                                                            SELECT *
                                                            FROM own
                                                        )
                                                        WHERE (kind = 'install') AND (device_model != '') AND (ip != toIPv6('::')) AND (wifi != 'false') AND true
                                                    ))
                                                )
                                            )
                                        )
                                        WINDOW by_time AS (PARTITION BY link_key, phone, fresh ORDER BY ms ASC)
                                    )
                                )
                            )
                        )
                    )
                    WINDOW by_time AS (PARTITION BY link_key, fresh ORDER BY ms ASC)
                )
            )
        )
    )
);

SELECT
    row_id,
    kind,
    ts,
    import_id,
    old_hosted_persons_7d,
    if((persons > 1) AND ((3 * persons) >= (2 * everybody)), toInt32(persons), NULL) AS hosted_persons_7d
FROM
(
    SELECT
        row_id,
        kind,
        ts,
        import_id,
        hosted_persons_7d AS old_hosted_persons_7d,
        greatest(uniqExactIf(person, person != 0) OVER (PARTITION BY link_key, publisher, intDiv(toUnixTimestamp64Milli(ts) + 0, 604800000)), uniqExactIf(person, person != 0) OVER (PARTITION BY link_key, publisher, intDiv(toUnixTimestamp64Milli(ts) + 302400000, 604800000))) AS persons,
        greatest(uniqExactIf(person, person != 0) OVER (PARTITION BY link_key, intDiv(toUnixTimestamp64Milli(ts) + 0, 604800000)), uniqExactIf(person, person != 0) OVER (PARTITION BY link_key, intDiv(toUnixTimestamp64Milli(ts) + 302400000, 604800000))) AS everybody
    FROM
    (
        SELECT
            *,
            cityHash64(ip) AS link_key
        FROM traffic
        WHERE (package = 'sample') AND (ip_class = 'datacenter') AND (kind IN ('impression', 'click', 'visit', 'web_event', 're_click', 'click_impression', 'vast_request', 'vast_tracking', 'install')) AND true AND (cityHash64(ip) IN (
            SELECT cityHash64(ip)
            FROM
            (
                SELECT *
                FROM own
            )
            WHERE (ip_class = 'datacenter') AND (kind IN ('impression', 'click', 'visit', 'web_event', 're_click', 'click_impression', 'vast_request', 'vast_tracking', 'install')) AND true
        ))
    )
);

SELECT
    row_id,
    kind,
    ts,
    import_id,
    old_address_agents_7d,
    if((agents > 1) AND (agents <= 20) AND ((3 * agents) >= (2 * everybody)), toInt32(agents), NULL) AS address_agents_7d
FROM
(
    SELECT
        row_id,
        kind,
        ts,
        import_id,
        address_agents_7d AS old_address_agents_7d,
        greatest(uniqExactIf(person, person != 0) OVER (PARTITION BY link_key, publisher, intDiv(toUnixTimestamp64Milli(ts) + 0, 604800000)), uniqExactIf(person, person != 0) OVER (PARTITION BY link_key, publisher, intDiv(toUnixTimestamp64Milli(ts) + 302400000, 604800000))) AS agents,
        greatest(uniqExactIf(person, person != 0) OVER (PARTITION BY link_key, intDiv(toUnixTimestamp64Milli(ts) + 0, 604800000)), uniqExactIf(person, person != 0) OVER (PARTITION BY link_key, intDiv(toUnixTimestamp64Milli(ts) + 302400000, 604800000))) AS everybody
    FROM
    (
        SELECT
            *,
            cityHash64(ip) AS link_key
        FROM traffic
        WHERE (package = 'sample') AND (ip_class = 'public') AND (device_id_class != 'valid') AND (person != 0) AND (kind IN ('impression', 'click', 'visit')) AND true AND (cityHash64(ip) IN (
            SELECT cityHash64(ip)
            FROM
            (
                SELECT *
                FROM own
            )
            WHERE (ip_class = 'public') AND (device_id_class != 'valid') AND (person != 0) AND (kind IN ('impression', 'click', 'visit')) AND true
        ))
    )
);

SELECT
    row_id,
    kind,
    ts,
    import_id,
    old_device_models_7d,
    if(models > 1, toInt32(models), NULL) AS device_models_7d
FROM
(
    SELECT
        row_id,
        kind,
        ts,
        import_id,
        device_models_7d AS old_device_models_7d,
        greatest(uniqExact(lower(device_model)) OVER (PARTITION BY link_key, intDiv(toUnixTimestamp64Milli(ts) + 0, 604800000)), uniqExact(lower(device_model)) OVER (PARTITION BY link_key, intDiv(toUnixTimestamp64Milli(ts) + 302400000, 604800000))) AS models
    FROM
    (
        SELECT
            *,
            cityHash64(person, toString(kind)) AS link_key
        FROM traffic
        WHERE (package = 'sample') AND (kind IN ('click', 're_click', 'install')) AND (device_id_class = 'valid') AND (person != 0) AND (lower(device_model) NOT IN ('', 'k')) AND true AND (cityHash64(person, toString(kind)) IN (
            SELECT cityHash64(person, toString(kind))
            FROM
            (
                SELECT *
                FROM own
            )
            WHERE (kind IN ('click', 're_click', 'install')) AND (device_id_class = 'valid') AND (person != 0) AND (lower(device_model) NOT IN ('', 'k')) AND true
        ))
    )
);

SELECT
    row_id,
    kind,
    ts,
    import_id,
    old_burst_publishers,
    if(greatest(publishers0, publishers1) > 1, toInt32(greatest(publishers0, publishers1)), NULL) AS burst_publishers
FROM
(
    SELECT
        row_id,
        kind,
        ts,
        import_id,
        old_burst_publishers,
        uniqExactIf(publisher, (n0 >= 5) AND ((n0 * 48) >= (5 * of_day))) OVER (PARTITION BY link_key, intDiv(toUnixTimestamp64Milli(ts) + 0, 1800000)) AS publishers0,
        uniqExactIf(publisher, (n1 >= 5) AND ((n1 * 48) >= (5 * of_day))) OVER (PARTITION BY link_key, intDiv(toUnixTimestamp64Milli(ts) + 900000, 1800000)) AS publishers1
    FROM
    (
        SELECT
            row_id,
            kind,
            ts,
            import_id,
            link_key,
            publisher,
            burst_publishers AS old_burst_publishers,
            count() OVER (PARTITION BY link_key, publisher, intDiv(toUnixTimestamp64Milli(ts) + 0, 1800000)) AS n0,
            count() OVER (PARTITION BY link_key, publisher, intDiv(toUnixTimestamp64Milli(ts) + 900000, 1800000)) AS n1,
            count() OVER (PARTITION BY link_key, publisher) AS of_day
        FROM
        (
            SELECT
                *,
                cityHash64(kind, toDate(ts)) AS link_key
            FROM traffic
            WHERE (package = 'sample') AND (kind IN ('re_click', 're_event')) AND (publisher != '') AND true AND (cityHash64(kind, toDate(ts)) IN (
                SELECT cityHash64(kind, toDate(ts))
                FROM
                (
                    SELECT *
                    FROM own
                )
                WHERE (kind IN ('re_click', 're_event')) AND (publisher != '') AND true
            ))
        )
    )
);

SELECT
    r.row_id AS row_id,
    r.kind AS kind,
    r.ts AS ts,
    r.import_id AS import_id,
    r.old_seller_check AS old_seller_check,
    if((r.by_site != 'unauthorised') AND (NOT r.is_own) AND r.is_known AND (a.account = ''), 'unknown_seller', r.by_site) AS seller_check
FROM
(
    SELECT
        r.row_id AS row_id,
        r.kind AS kind,
        r.ts AS ts,
        r.import_id AS import_id,
        r.old_seller_check AS old_seller_check,
        r.system AS system,
        r.account AS account,
        r.is_own AS is_own,
        r.by_site AS by_site,
        (f.version != 0) AND (r.ts < f.valid_until) AND (f.says IN ('records', 'nobody')) AND (r.account != '') AS is_known,
        f.version AS version
    FROM
    (
        WITH
            (
                SELECT groupArray((name, valid_from, valid_until))
                FROM seller_file
                FINAL
                WHERE (package = 'sample') AND (valid_until > valid_from) AND (kind = 'ads') AND (says IN ('records', 'nobody')) AND (name IN (
                    SELECT name
                    FROM seller_file
                    FINAL
                    WHERE (package = 'sample') AND (valid_until > valid_from) AND (says = 'partner')
                ))
            ) AS of_partners
        SELECT
            r.row_id AS row_id,
            r.kind AS kind,
            r.ts AS ts,
            r.import_id AS import_id,
            r.old_seller_check AS old_seller_check,
            r.system AS system,
            r.account AS account,
            r.is_own AS is_own,
            multiIf((r.by_file != 'unauthorised') OR empty(p.names), r.by_file, arrayExists(each -> ((r.ts >= (each.1)) AND (r.ts < (each.2))), g.times), if(r.account = '', 'system_listed', 'partner'), arrayAll(name -> arrayExists(each -> (((each.1) = name) AND (r.ts >= (each.2)) AND (r.ts < (each.3))), of_partners), p.names), 'unauthorised', '') AS by_site
        FROM
        (
            SELECT
                row_id,
                kind,
                ts,
                import_id,
                old_seller_check,
                system,
                account,
                version,
                ((system = site) OR endsWith(system, concat('.', site))) AS is_own,
                multiIf((NOT ((version != 0) AND (ts < valid_until) AND (says IN ('records', 'nobody')))) OR is_own, '', says = 'nobody', 'unauthorised', relation != '', relation, (account = '') AND is_listed, 'system_listed', 'unauthorised') AS by_file
            FROM
            (
                SELECT
                    r.row_id AS row_id,
                    r.kind AS kind,
                    r.ts AS ts,
                    r.import_id AS import_id,
                    r.old_seller_check AS old_seller_check,
                    r.system AS system,
                    r.account AS account,
                    r.site AS site,
                    r.version AS version,
                    r.says AS says,
                    r.valid_until AS valid_until,
                    a.relation AS relation,
                    s.version != 0 AS is_listed
                FROM
                (
                    SELECT
                        r.row_id AS row_id,
                        r.kind AS kind,
                        r.ts AS ts,
                        r.import_id AS import_id,
                        r.old_seller_check AS old_seller_check,
                        r.system AS system,
                        r.account AS account,
                        r.site AS site,
                        f.version AS version,
                        f.says AS says,
                        f.valid_until AS valid_until
                    FROM
                    (
                        WITH
                            (
                                SELECT arraySort(each -> (-length(each.1), each.1), groupUniqArray((name, toString(kind))))
                                FROM seller_file
                                FINAL
                                WHERE (package = 'sample') AND (valid_until > valid_from) AND (kind != 'sellers') AND (says IN ('records', 'nobody', 'nothing'))
                            ) AS files,
                            (
                                SELECT arraySort(each -> (-length(each.1)), groupArray((name, valid_from, valid_until)))
                                FROM seller_file
                                FINAL
                                WHERE (package = 'sample') AND (valid_until > valid_from) AND (says = 'elsewhere')
                            ) AS elsewhere
                        SELECT
                            *,
                            (arrayFirst(each -> ((named = (each.1)) OR (host = (each.1)) OR (((each.2) = 'ads') AND is_host AND endsWith(host, concat('.', each.1)))), files)).1 AS kept,
                            (arrayFirst(each -> ((ts >= (each.2)) AND (ts < (each.3)) AND ((host = (each.1)) OR endsWith(host, concat('.', each.1)))), elsewhere)).1 AS apart,
                            if(length(apart) > length(kept), apart, kept) AS site
                        FROM
                        (
                            SELECT
                                row_id,
                                kind,
                                ts,
                                import_id,
                                toString(seller_check) AS old_seller_check,
                                lower(trimBoth(toString(declared_domain))) AS named,
                                extract(named, '^(?:[a-z][a-z0-9+.-]*://)?(?:www[.])?([a-z0-9.-]+)') AS host,
                                NOT match(host, '^(?:com|org|net|io|air)[.]') AS is_host,
                                replaceRegexpOne(lower(trimBoth(toString(system_domain))), '^www[.]', '') AS system,
                                lower(trimBoth(toString(seller_id))) AS account
                            FROM
                            (
                                SELECT
                                    *,
                                    cityHash64(ts, toString(declared_domain), toString(system_domain), toString(seller_id)) AS link_key
                                FROM traffic
                                WHERE (package = 'sample') AND (declared_domain != '') AND (position(system_domain, '.') > 0) AND ((
                                    SELECT count()
                                    FROM seller_file
                                ) > 0) AND true AND (cityHash64(ts, toString(declared_domain), toString(system_domain), toString(seller_id)) IN (
                                    SELECT cityHash64(ts, toString(declared_domain), toString(system_domain), toString(seller_id))
                                    FROM
                                    (
                                        SELECT *
                                        FROM own
                                    )
                                    WHERE (declared_domain != '') AND (position(system_domain, '.') > 0) AND ((
                                        SELECT count()
                                        FROM seller_file
                                    ) > 0) AND true
                                ))
                            )
                        )
                    ) AS r
                    ASOF LEFT JOIN
                    (
                        SELECT
                            name,
                            version,
                            says,
                            valid_from,
                            valid_until
                        FROM seller_file
                        FINAL
                        WHERE (package = 'sample') AND (valid_until > valid_from) AND (says IN ('records', 'nobody', 'nothing')) AND (kind IN ('ads', 'app-ads'))
                    ) AS f ON (f.name = r.site) AND (r.ts >= f.valid_from)
                ) AS r
                ANY LEFT JOIN
                (
                    SELECT
                        version,
                        toString(system) AS system,
                        account,
                        min(toString(relation)) AS relation
                    FROM seller_record
                    WHERE package = 'sample'
                    GROUP BY
                        version,
                        system,
                        account
                ) AS a ON (a.version = r.version) AND (a.system = r.system) AND (a.account = r.account)
                ANY LEFT JOIN
                (
                    SELECT DISTINCT
                        version,
                        toString(system) AS system
                    FROM seller_record
                    WHERE package = 'sample'
                ) AS s ON (s.version = r.version) AND (s.system = r.system)
            )
        ) AS r
        ANY LEFT JOIN
        (
            SELECT
                version,
                groupUniqArray(name) AS names
            FROM seller_file
            FINAL
            WHERE (package = 'sample') AND (valid_until > valid_from) AND (says = 'partner')
            GROUP BY version
        ) AS p ON p.version = r.version
        ANY LEFT JOIN
        (
            SELECT
                p.version AS version,
                r.system AS system,
                arrayJoin([r.account, '']) AS account,
                groupUniqArray((f.valid_from, f.valid_until)) AS times
            FROM
            (
                SELECT
                    version,
                    name
                FROM seller_file
                FINAL
                WHERE (package = 'sample') AND (valid_until > valid_from) AND (says = 'partner')
            ) AS p
            INNER JOIN
            (
                SELECT
                    name,
                    version,
                    says,
                    valid_from,
                    valid_until
                FROM seller_file
                FINAL
                WHERE (package = 'sample') AND (valid_until > valid_from) AND (says IN ('records', 'nobody', 'nothing')) AND (kind IN ('ads'))
            ) AS f ON f.name = p.name
            INNER JOIN
            (
                SELECT
                    version,
                    toString(system) AS system,
                    account,
                    min(toString(relation)) AS relation
                FROM seller_record
                WHERE package = 'sample'
                GROUP BY
                    version,
                    system,
                    account
            ) AS r ON r.version = f.version
            GROUP BY
                version,
                system,
                account
        ) AS g ON (g.version = r.version) AND (g.system = r.system) AND (g.account = r.account)
    ) AS r
    ASOF LEFT JOIN
    (
        SELECT
            name,
            version,
            says,
            valid_from,
            valid_until
        FROM seller_file
        FINAL
        WHERE (package = 'sample') AND (valid_until > valid_from) AND (says IN ('records', 'nobody', 'nothing')) AND (kind IN ('sellers'))
    ) AS f ON (f.name = r.system) AND (r.ts >= f.valid_from)
) AS r
ANY LEFT JOIN
(
    SELECT
        version,
        toString(system) AS system,
        account,
        min(toString(relation)) AS relation
    FROM seller_record
    WHERE package = 'sample'
    GROUP BY
        version,
        system,
        account
) AS a ON (a.version = r.version) AND (a.account = r.account);
