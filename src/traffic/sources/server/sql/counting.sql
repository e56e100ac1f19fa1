SELECT
    toDate(ts) AS day,
    toString(publisher),
    toString(sub_publisher)
FROM traffic
WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed')))
GROUP BY ALL
HAVING count() >= CAST('8', 'UInt32');

SELECT
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code,
    any(if(counted_level = 3, '', toString(publisher))),
    any(if(counted_level = 1, toString(sub_publisher), '')),
    any(transform(toString(kind), CAST(['impression', 'click', 're_click', 'click_impression', 'install', 'app_event', 're_event', 'web_event', 'vast_request', 'vast_tracking', 'visit'], 'Array(String)'), CAST(['impression', 'click', 'click', 'click', 'install', 'event', 'event', 'event', 'video', 'video', 'visit'], 'Array(String)'), '')),
    count(),
    countIf(kind = 'click'),
    countIf(ip != toIPv6('::')),
    uniqIf(ip, ip != toIPv6('::')),
    uniq(moment),
    countIf((browser_age_months IS NOT NULL) OR (os_unsupported_months IS NOT NULL)),
    countIf((ifNull(browser_age_months, 0) > 36) OR (ifNull(os_unsupported_months, 0) > 24)),
    countIf(device_id_class != ''),
    countIf(device_id_class IN ('zero', 'malformed', 'missing')),
    uniqIf(device_id, (device_id_class = 'valid') AND (device_model != '') AND (ip != toIPv6('::'))),
    uniqIf(cityHash64(ip, device_model, os_version), (device_id_class = 'valid') AND (device_model != '') AND (ip != toIPv6('::'))),
    countIf((kind = 'install') AND (ctit_seconds >= 0) AND (ctit_seconds <= 3600)),
    round(sumIf(log(1 + ifNull(ctit_seconds, 0)), (kind = 'install') AND (ctit_seconds >= 0)), 4),
    countIf(steps_before_purchase IS NOT NULL),
    countIf(steps_before_purchase = 0),
    countIf((kind = 'app_event') AND (install_time <= ts) AND (event_name NOT IN ('install', 'first_open', 'open', 'launch', 'session_start'))),
    countIf((kind = 'app_event') AND (install_time <= ts) AND (event_name NOT IN ('install', 'first_open', 'open', 'launch', 'session_start')) AND (dateDiff('second', install_time, ts) < 10)),
    countIf((kind = 'vast_tracking') AND (lower(event_name) = 'start')),
    countIf((kind = 'vast_tracking') AND (lower(event_name) = 'complete')),
    countIf(kind = 'vast_request'),
    uniqIf(ip, (ip_class = 'public') AND (ip_country != '') AND (declared_country != '')),
    uniqIf(ip, (country_conflict != '') AND ((toDate(ts), ip) NOT IN (
        SELECT
            toDate(ts),
            ip
        FROM traffic
        WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (country_conflict != '')
        GROUP BY ALL
        HAVING uniqExact(publisher) >= 3
    ))),
    countIf((ip != toIPv6('::')) AND (ip_class = 'datacenter') AND (crawler_check != 'verified')),
    countIf(is_signed),
    countIf(is_marked),
    countIf((kind = 'vast_tracking') AND (lower(event_name) = 'error'))
FROM
(
    SELECT
        *,
        toDate(ts) AS counted_day,
        if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
        if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key,
        multiIf((kind IN CAST(['impression'], 'Array(String)')), 1, (kind IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), 2, (kind IN CAST(['install'], 'Array(String)')), 3, (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)')), 4, (kind IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), 5, (kind IN CAST(['visit'], 'Array(String)')), 6, 0) AS family_code
    FROM
    (
        SELECT
            *,
            arrayJoin(arrayFilter(each -> (each != 0), [if(((toDate(ts), toString(publisher), toString(sub_publisher)) IN (large)), 1, 4), 2, if(((lower(toString(publisher)) = 'organic') OR (lower(toString(install_type)) = 'organic') OR (whitelist_id != 0)), 3, 0)])) AS counted_level
        FROM
        (
            SELECT
                *,
                (((ifNull(toString(kind) != '', false) AND ifNull((toString(kind) IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), false)) AND ((((isNotNull(toFloat64(clicks_1m)) AND ifNull(toFloat64(clicks_1m) > CAST('5', 'Float64'), false)) AND (NOT (ifNull(device_type != '', false) AND ifNull(device_type = 'tablet', false)))) OR (isNotNull(toFloat64(clicks_1m)) AND ifNull(toFloat64(clicks_1m) > CAST('10', 'Float64'), false))) OR (((isNotNull(toFloat64(clicks_1h)) AND ifNull(toFloat64(clicks_1h) > CAST('6', 'Float64'), false)) AND ((ifNull(device_id_class != '', false) AND ifNull(device_id_class = 'valid', false)) OR (ifNull(device_type != '', false) AND ifNull(device_type = 'mobile', false))) AND (NOT (ifNull(device_type != '', false) AND ifNull(device_type = 'tablet', false)))) OR ((isNotNull(toFloat64(clicks_24h)) AND ifNull(toFloat64(clicks_24h) > CAST('10', 'Float64'), false)) AND (ifNull(device_id_class != '', false) AND ifNull(device_id_class = 'valid', false)) AND (NOT (ifNull(device_type != '', false) AND ifNull(device_type = 'tablet', false)))) OR ((isNotNull(toFloat64(clicks_1h)) AND ifNull(toFloat64(clicks_1h) > CAST('6', 'Float64'), false)) AND (isNotNull(toFloat64(clicks_24h)) AND ifNull(toFloat64(clicks_24h) <= CAST('10', 'Float64'), false)) AND (NOT (ifNull(device_type != '', false) AND ifNull(device_type = 'tablet', false)))) OR ((isNotNull(toFloat64(clicks_1h)) AND ifNull(toFloat64(clicks_1h) > CAST('9', 'Float64'), false)) AND (isNotNull(toFloat64(clicks_24h)) AND ifNull(toFloat64(clicks_24h) <= CAST('15', 'Float64'), false)) AND (NOT (ifNull(device_type != '', false) AND ifNull(device_type = 'tablet', false)))) OR ((isNotNull(toFloat64(clicks_1h)) AND ifNull(toFloat64(clicks_1h) > CAST('12', 'Float64'), false)) AND (isNotNull(toFloat64(clicks_24h)) AND ifNull(toFloat64(clicks_24h) <= CAST('20', 'Float64'), false)) AND (NOT (ifNull(device_type != '', false) AND ifNull(device_type = 'tablet', false)))) OR ((isNotNull(toFloat64(clicks_1h)) AND ifNull(toFloat64(clicks_1h) > CAST('18', 'Float64'), false)) AND (isNotNull(toFloat64(clicks_24h)) AND ifNull(toFloat64(clicks_24h) <= CAST('30', 'Float64'), false)) AND (NOT (ifNull(device_type != '', false) AND ifNull(device_type = 'tablet', false)))) OR ((isNotNull(toFloat64(clicks_1h)) AND ifNull(toFloat64(clicks_1h) > CAST('24', 'Float64'), false)) AND (isNotNull(toFloat64(clicks_24h)) AND ifNull(toFloat64(clicks_24h) <= CAST('40', 'Float64'), false)) AND (NOT (ifNull(device_type != '', false) AND ifNull(device_type = 'tablet', false)))) OR ((isNotNull(toFloat64(clicks_1h)) AND ifNull(toFloat64(clicks_1h) > CAST('36', 'Float64'), false)) AND (isNotNull(toFloat64(clicks_24h)) AND ifNull(toFloat64(clicks_24h) <= CAST('60', 'Float64'), false)) AND (NOT (ifNull(device_type != '', false) AND ifNull(device_type = 'tablet', false)))) OR ((isNotNull(toFloat64(clicks_1h)) AND ifNull(toFloat64(clicks_1h) > CAST('48', 'Float64'), false)) AND (isNotNull(toFloat64(clicks_24h)) AND ifNull(toFloat64(clicks_24h) <= CAST('80', 'Float64'), false)) AND (NOT (ifNull(device_type != '', false) AND ifNull(device_type = 'tablet', false)))) OR (isNotNull(toFloat64(clicks_1h)) AND ifNull(toFloat64(clicks_1h) > CAST('60', 'Float64'), false)) OR (isNotNull(toFloat64(clicks_24h)) AND ifNull(toFloat64(clicks_24h) > CAST('240', 'Float64'), false))))) OR ((ifNull(toString(kind) != '', false) AND ifNull((toString(kind) IN CAST(['impression', 'click_impression', 'vast_request', 'vast_tracking'], 'Array(String)')), false)) AND (ifNull(domain_conflict != '', false) AND ifNull(true, false))) OR ((ifNull(toString(kind) != '', false) AND ifNull((toString(kind) IN CAST(['click', 're_click', 'click_impression', 'impression'], 'Array(String)')), false)) AND (((isNotNull(toFloat64(impression_to_click_seconds)) AND ifNull(toFloat64(impression_to_click_seconds) < CAST('1', 'Float64'), false)) AND (isNotNull(toFloat64(impression_to_click_seconds)) AND ifNull(toFloat64(impression_to_click_seconds) >= CAST('0', 'Float64'), false))) OR (isNotNull(toFloat64(click_after_seconds)) AND ifNull(toFloat64(click_after_seconds) < CAST('1', 'Float64'), false)))) OR ((ifNull(toString(kind) != '', false) AND ifNull((toString(kind) IN CAST(['install'], 'Array(String)')), false)) AND (((isNotNull(toFloat64(address_ids_24h)) AND ifNull(toFloat64(address_ids_24h) >= CAST('6', 'Float64'), false)) AND ((isNotNull(toFloat64(address_ids_percent)) AND ifNull(toFloat64(address_ids_percent) > CAST('50', 'Float64'), false)) AND (NOT (ifNull(wifi != '', false) AND ifNull(wifi = 'false', false))))) OR ((isNotNull(toFloat64(address_ids_24h)) AND ifNull(toFloat64(address_ids_24h) >= CAST('3', 'Float64'), false)) AND ((isNotNull(toFloat64(address_ids_percent)) AND ifNull(toFloat64(address_ids_percent) > CAST('50', 'Float64'), false)) AND (NOT (ifNull(wifi != '', false) AND ifNull(wifi = 'false', false))))))) OR ((ifNull(toString(kind) != '', false) AND ifNull((toString(kind) IN CAST(['install'], 'Array(String)')), false)) AND (ifNull(referrer_conflict != '', false) AND ifNull(true, false))) OR ((ifNull(toString(kind) != '', false) AND ifNull((toString(kind) IN CAST(['impression', 'click_impression'], 'Array(String)')), false)) AND (((isNotNull(toFloat64(stacked_campaigns)) AND ifNull(toFloat64(stacked_campaigns) >= CAST('3', 'Float64'), false)) AND (ifNull(device_id_class != '', false) AND ifNull(device_id_class = 'valid', false))) OR (isNotNull(toFloat64(stacked_campaigns)) AND ifNull(toFloat64(stacked_campaigns) >= CAST('3', 'Float64'), false)))) OR ((ifNull(toString(kind) != '', false) AND ifNull((toString(kind) IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), false)) AND ((ifNull(video_conflict != '', false) AND ifNull((video_conflict IN CAST(['no start; wrong order', 'no start; too fast', 'wrong order; too fast', 'no start; wrong order; too fast'], 'Array(String)')), false)) OR ((ifNull(video_conflict != '', false) AND ifNull(position(video_conflict, 'too fast') > 0, false)) OR (ifNull(video_conflict != '', false) AND ifNull(position(video_conflict, 'wrong order') > 0, false)) OR (ifNull(video_conflict != '', false) AND ifNull(video_conflict = 'no start; one jump', false))))) OR ((ifNull(toString(kind) != '', false) AND ifNull((toString(kind) IN CAST(['impression', 'click_impression'], 'Array(String)')), false)) AND (isNotNull(toFloat64(pace_mean_seconds)) AND ifNull(toFloat64(pace_mean_seconds) < CAST('30', 'Float64'), false)) AND (isNotNull(toFloat64(pace_cv_percent)) AND ifNull(toFloat64(pace_cv_percent) < CAST('20', 'Float64'), false)))) AS is_signed,
                is_signed OR ((isNotNull(toFloat64(click_days_30d)) AND ifNull(toFloat64(click_days_30d) >= CAST('2', 'Float64'), false)) OR ((isNotNull(toFloat64(block_installs_7d)) AND ifNull(toFloat64(block_installs_7d) >= CAST('3', 'Float64'), false)) AND (NOT (ifNull(wifi != '', false) AND ifNull(wifi = 'false', false)))) OR (isNotNull(toFloat64(address_agents_7d)) AND ifNull(toFloat64(address_agents_7d) >= CAST('2', 'Float64'), false))) AS is_marked,
                cityHash64(toStartOfMinute(ts), ip, if(user_agent != '', toString(user_agent), toString(device_model)), campaign, kind, event_name) AS moment
            FROM traffic
            WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed')))
        )
    )
    WHERE true
)
GROUP BY
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code;

SELECT
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code,
    '',
    '',
    '',
    arrayMap(bin -> countEqual(groupArrayIf(toUInt8(local_hour), true), toUInt8(bin)), range(24)),
    arrayMap(bin -> countEqual(groupArrayIf(toUInt8(toHour(ts)), true), toUInt8(bin)), range(24))
FROM
(
    SELECT
        *,
        toDate(ts) AS counted_day,
        if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
        if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key,
        multiIf((kind IN CAST(['impression'], 'Array(String)')), 1, (kind IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), 2, (kind IN CAST(['install'], 'Array(String)')), 3, (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)')), 4, (kind IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), 5, (kind IN CAST(['visit'], 'Array(String)')), 6, 0) AS family_code
    FROM
    (
        SELECT
            *,
            arrayJoin(arrayFilter(each -> (each != 0), [if(((toDate(ts), toString(publisher), toString(sub_publisher)) IN (large)), 1, 4), 2, if(((lower(toString(publisher)) = 'organic') OR (lower(toString(install_type)) = 'organic') OR (whitelist_id != 0)), 3, 0)])) AS counted_level
        FROM
        (
            SELECT
                *,
                positiveModulo(toHour(ts) + transform(toString(if(ip_country != '', ip_country, declared_country)), CAST(['GB', 'IE', 'PT', 'IS', 'MA', 'EH', 'SN', 'GM', 'GN', 'GW', 'SL', 'LR', 'CI', 'GH', 'TG', 'BF', 'ML', 'MR', 'ST', 'SH', 'FO', 'JE', 'GG', 'IM', 'DE', 'FR', 'ES', 'IT', 'NL', 'BE', 'LU', 'CH', 'AT', 'PL', 'CZ', 'SK', 'HU', 'SI', 'HR', 'BA', 'RS', 'ME', 'MK', 'AL', 'SE', 'NO', 'DK', 'MT', 'AD', 'MC', 'SM', 'VA', 'LI', 'GI', 'XK', 'NG', 'NE', 'TD', 'CM', 'GA', 'GQ', 'CG', 'CD', 'AO', 'BJ', 'TN', 'DZ', 'CF', 'GR', 'CY', 'FI', 'EE', 'LV', 'LT', 'UA', 'MD', 'RO', 'BG', 'EG', 'LY', 'SD', 'SS', 'IL', 'PS', 'LB', 'ZA', 'ZW', 'ZM', 'MZ', 'MW', 'BW', 'NA', 'LS', 'SZ', 'RW', 'BI', 'AX', 'RU', 'TR', 'BY', 'SA', 'IQ', 'KW', 'QA', 'BH', 'YE', 'SY', 'JO', 'KE', 'TZ', 'UG', 'ET', 'ER', 'DJ', 'SO', 'MG', 'KM', 'YT', 'AE', 'OM', 'AZ', 'GE', 'AM', 'MU', 'RE', 'SC', 'IR', 'AF', 'PK', 'UZ', 'TM', 'TJ', 'KZ', 'MV', 'IN', 'LK', 'NP', 'BD', 'BT', 'KG', 'MM', 'TH', 'VN', 'KH', 'LA', 'ID', 'CN', 'HK', 'MO', 'TW', 'SG', 'MY', 'PH', 'BN', 'MN', 'JP', 'KR', 'KP', 'PW', 'TL', 'AU', 'PG', 'GU', 'MP', 'FM', 'SB', 'VU', 'NC', 'NZ', 'FJ', 'TV', 'WF', 'MH', 'NR', 'KI', 'TO', 'WS', 'TK', 'PF', 'PN', 'US', 'MX', 'GT', 'SV', 'HN', 'NI', 'CR', 'BZ', 'CA', 'CO', 'PE', 'EC', 'PA', 'CU', 'HT', 'JM', 'BS', 'KY', 'TC', 'VE', 'BO', 'DO', 'PR', 'CL', 'PY', 'GY', 'TT', 'BB', 'LC', 'VC', 'GD', 'DM', 'AG', 'KN', 'AW', 'CW', 'MQ', 'GP', 'BM', 'BR', 'AR', 'UY', 'SR', 'GF', 'FK', 'GL', 'CV'], 'Array(String)'), CAST(CAST(['0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '3', '3', '3', '3', '3', '3', '3', '3', '3', '3', '3', '3', '3', '3', '3', '3', '3', '3', '3', '3', '3', '4', '4', '4', '4', '4', '4', '4', '4', '4', '4', '5', '5', '5', '5', '5', '5', '5', '5', '5', '6', '6', '6', '6', '7', '7', '7', '7', '7', '8', '8', '8', '8', '8', '8', '8', '8', '8', '9', '9', '9', '9', '9', '10', '10', '10', '10', '10', '11', '11', '11', '12', '12', '12', '12', '12', '12', '12', '13', '13', '13', '-8', '-8', '-6', '-6', '-6', '-6', '-6', '-6', '-6', '-6', '-5', '-5', '-5', '-5', '-5', '-5', '-5', '-5', '-5', '-5', '-5', '-4', '-4', '-4', '-4', '-4', '-4', '-4', '-4', '-4', '-4', '-4', '-4', '-4', '-4', '-4', '-4', '-4', '-4', '-4', '-4', '-3', '-3', '-3', '-3', '-3', '-3', '-3', '-1'], 'Array(Float64)'), 'Array(Int8)'), toInt8(0)), 24) AS local_hour
            FROM traffic
            WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed')))
        )
    )
    WHERE true
)
GROUP BY
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code;

SELECT
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code,
    '',
    '',
    '',
    arrayMap(rooted -> toUInt64(round(rooted)), sumForEach(arrayMap(bin -> (((countEqual(at, toUInt8(bin)) * 100) * least(3, sqrt(here))) / here), range(60))))
FROM
(
    SELECT
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each,
        count() AS here,
        groupArray(toUInt8(toMinute(ts))) AS at
    FROM
    (
        SELECT
            *,
            toDate(ts) AS counted_day,
            if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
            if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key,
            multiIf((kind IN CAST(['impression'], 'Array(String)')), 1, (kind IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), 2, (kind IN CAST(['install'], 'Array(String)')), 3, (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)')), 4, (kind IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), 5, (kind IN CAST(['visit'], 'Array(String)')), 6, 0) AS family_code
        FROM
        (
            SELECT
                *,
                toHour(ts) AS each,
                arrayJoin(arrayFilter(each -> (each != 0), [if(((toDate(ts), toString(publisher), toString(sub_publisher)) IN (large)), 1, 4), 2, if(((lower(toString(publisher)) = 'organic') OR (lower(toString(install_type)) = 'organic') OR (whitelist_id != 0)), 3, 0)])) AS counted_level
            FROM
            (
                SELECT *
                FROM traffic
                WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (kind != 'vast_tracking')
            )
        )
        WHERE true
    )
    GROUP BY
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each
)
GROUP BY
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code;

SELECT
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code,
    '',
    '',
    '',
    arrayMap(bin -> countEqual(groupArrayIf(toUInt8(cityHash64(device_model) % 64), device_model != ''), toUInt8(bin)), range(64)),
    arrayMap(bin -> countEqual(groupArrayIf(toUInt8(cityHash64(app_version, sdk_version) % 256), (app_version != '') OR (sdk_version != '')), toUInt8(bin)), range(256)),
    arrayMap(bin -> countEqual(groupArrayIf(toUInt8(least(39, floor(2 * log2(1 + greatest(0, ifNull(ctit_seconds, 0)))))), ctit_seconds >= 0), toUInt8(bin)), range(40))
FROM
(
    SELECT
        *,
        toDate(ts) AS counted_day,
        if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
        if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key,
        multiIf((kind IN CAST(['impression'], 'Array(String)')), 1, (kind IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), 2, (kind IN CAST(['install'], 'Array(String)')), 3, (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)')), 4, (kind IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), 5, (kind IN CAST(['visit'], 'Array(String)')), 6, 0) AS family_code
    FROM
    (
        SELECT
            *,
            arrayJoin(arrayFilter(each -> (each != 0), [if(((toDate(ts), toString(publisher), toString(sub_publisher)) IN (large)), 1, 4), 2, if(((lower(toString(publisher)) = 'organic') OR (lower(toString(install_type)) = 'organic') OR (whitelist_id != 0)), 3, 0)])) AS counted_level
        FROM
        (
            SELECT *
            FROM traffic
            WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (kind = 'install')
        )
    )
    WHERE true
)
GROUP BY
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code;

SELECT
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code,
    '',
    '',
    '',
    sum(here * here),
    countIf(rapid >= 4)
FROM
(
    SELECT
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each,
        count() AS here,
        countIf((repeat_gap_seconds < 20) AND (kind IN ('click', 're_click'))) AS rapid
    FROM
    (
        SELECT
            *,
            toDate(ts) AS counted_day,
            if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
            if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key,
            multiIf((kind IN CAST(['impression'], 'Array(String)')), 1, (kind IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), 2, (kind IN CAST(['install'], 'Array(String)')), 3, (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)')), 4, (kind IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), 5, (kind IN CAST(['visit'], 'Array(String)')), 6, 0) AS family_code
        FROM
        (
            SELECT
                *,
                ip AS each,
                arrayJoin(arrayFilter(each -> (each != 0), [if(((toDate(ts), toString(publisher), toString(sub_publisher)) IN (large)), 1, 4), 2, if(((lower(toString(publisher)) = 'organic') OR (lower(toString(install_type)) = 'organic') OR (whitelist_id != 0)), 3, 0)])) AS counted_level
            FROM
            (
                SELECT *
                FROM traffic
                WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (ip != toIPv6('::'))
            )
        )
        WHERE true
    )
    GROUP BY
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each
)
GROUP BY
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code;

SELECT
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code,
    '',
    '',
    '',
    sum(here),
    count(),
    round(sum(here * log(here)), 4)
FROM
(
    SELECT
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each,
        count() AS here,
        countIf((repeat_gap_seconds < 20) AND (kind IN ('click', 're_click'))) AS rapid
    FROM
    (
        SELECT
            *,
            toDate(ts) AS counted_day,
            if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
            if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key,
            multiIf((kind IN CAST(['impression'], 'Array(String)')), 1, (kind IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), 2, (kind IN CAST(['install'], 'Array(String)')), 3, (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)')), 4, (kind IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), 5, (kind IN CAST(['visit'], 'Array(String)')), 6, 0) AS family_code
        FROM
        (
            SELECT
                *,
                if(user_agent != '', toString(user_agent), toString(device_model)) AS each,
                arrayJoin(arrayFilter(each -> (each != 0), [if(((toDate(ts), toString(publisher), toString(sub_publisher)) IN (large)), 1, 4), 2, if(((lower(toString(publisher)) = 'organic') OR (lower(toString(install_type)) = 'organic') OR (whitelist_id != 0)), 3, 0)])) AS counted_level
            FROM
            (
                SELECT *
                FROM traffic
                WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (if(user_agent != '', toString(user_agent), toString(device_model)) != '')
            )
        )
        WHERE true
    )
    GROUP BY
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each
)
GROUP BY
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code;

SELECT
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code,
    '',
    '',
    '',
    count(),
    [countIf(here = 1), countIf(here = 2), countIf((here >= 3) AND (here <= 4)), countIf((here >= 5) AND (here <= 8)), countIf(here > 8)]
FROM
(
    SELECT
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each,
        count() AS here,
        countIf((repeat_gap_seconds < 20) AND (kind IN ('click', 're_click'))) AS rapid
    FROM
    (
        SELECT
            *,
            toDate(ts) AS counted_day,
            if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
            if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key,
            multiIf((kind IN CAST(['impression'], 'Array(String)')), 1, (kind IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), 2, (kind IN CAST(['install'], 'Array(String)')), 3, (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)')), 4, (kind IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), 5, (kind IN CAST(['visit'], 'Array(String)')), 6, 0) AS family_code
        FROM
        (
            SELECT
                *,
                person AS each,
                arrayJoin(arrayFilter(each -> (each != 0), [if(((toDate(ts), toString(publisher), toString(sub_publisher)) IN (large)), 1, 4), 2, if(((lower(toString(publisher)) = 'organic') OR (lower(toString(install_type)) = 'organic') OR (whitelist_id != 0)), 3, 0)])) AS counted_level
            FROM
            (
                SELECT *
                FROM traffic
                WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (person != 0) AND (kind IN ('click', 're_click', 'click_impression'))
            )
        )
        WHERE true
    )
    GROUP BY
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each
)
GROUP BY
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code;

SELECT
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code,
    '',
    '',
    '',
    CAST(arraySlice(arrayReverseSort(pair -> (pair.2, pair.1), groupArray((toUInt32(each), here))), 1, 20), 'Map(UInt32, UInt64)')
FROM
(
    SELECT
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each,
        count() AS here,
        countIf((repeat_gap_seconds < 20) AND (kind IN ('click', 're_click'))) AS rapid
    FROM
    (
        SELECT
            *,
            toDate(ts) AS counted_day,
            if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
            if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key,
            multiIf((kind IN CAST(['impression'], 'Array(String)')), 1, (kind IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), 2, (kind IN CAST(['install'], 'Array(String)')), 3, (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)')), 4, (kind IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), 5, (kind IN CAST(['visit'], 'Array(String)')), 6, 0) AS family_code
        FROM
        (
            SELECT
                *,
                ctit_seconds AS each,
                arrayJoin(arrayFilter(each -> (each != 0), [if(((toDate(ts), toString(publisher), toString(sub_publisher)) IN (large)), 1, 4), 2, if(((lower(toString(publisher)) = 'organic') OR (lower(toString(install_type)) = 'organic') OR (whitelist_id != 0)), 3, 0)])) AS counted_level
            FROM
            (
                SELECT *
                FROM traffic
                WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (kind = 'install') AND (ctit_seconds >= 0)
            )
        )
        WHERE true
    )
    GROUP BY
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each
)
GROUP BY
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code;

SELECT
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code,
    '',
    '',
    '',
    sum(here),
    mapFilter((at_bin, of_bin) -> has(arraySlice(arrayReverseSort((kind, events) -> (events, kind), (sumMap([intDiv(each, 256)], [here])).1, (sumMap([intDiv(each, 256)], [here])).2), 1, 50), intDiv(at_bin, 256)), sumMap(map(each, here)))
FROM
(
    SELECT
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each,
        count() AS here,
        countIf((repeat_gap_seconds < 20) AND (kind IN ('click', 're_click'))) AS rapid
    FROM
    (
        SELECT
            *,
            toDate(ts) AS counted_day,
            if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
            if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key,
            multiIf((kind IN CAST(['impression'], 'Array(String)')), 1, (kind IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), 2, (kind IN CAST(['install'], 'Array(String)')), 3, (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)')), 4, (kind IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), 5, (kind IN CAST(['visit'], 'Array(String)')), 6, 0) AS family_code
        FROM
        (
            SELECT
                *,
                ((cityHash64(toString(event_name), toString(currency)) % 1099511627776) * 256) + toUInt64(least(255, greatest(0, floor(4 * (log2(toFloat64(revenue)) - -20))))) AS each,
                arrayJoin(arrayFilter(each -> (each != 0), [if(((toDate(ts), toString(publisher), toString(sub_publisher)) IN (large)), 1, 4), 2, if(((lower(toString(publisher)) = 'organic') OR (lower(toString(install_type)) = 'organic') OR (whitelist_id != 0)), 3, 0)])) AS counted_level
            FROM
            (
                SELECT *
                FROM traffic
                WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (revenue > 0) AND (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)'))
            )
        )
        WHERE true
    )
    GROUP BY
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each
)
GROUP BY
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code;

SELECT
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code,
    '',
    '',
    '',
    mapFilter((at_bin, of_bin) -> has(arraySlice(arrayReverseSort((kind, events) -> (events, kind), (sumMap([intDiv(place, 32)], [toUInt64(1)])).1, (sumMap([intDiv(place, 32)], [toUInt64(1)])).2), 1, 50), intDiv(at_bin, 32)), sumMap(map(place, toUInt64(1))))
FROM
(
    SELECT
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each,
        count() AS here,
        toUInt64((any(cityHash64(toString(event_name)) % 1099511627776) * 32) + toUInt64(least(31, greatest(0, 1 + floor(4 * log2(greatest(1, min(since)) / 600)))))) AS place
    FROM
    (
        SELECT
            *,
            toDate(ts) AS counted_day,
            if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
            if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key,
            multiIf((kind IN CAST(['impression'], 'Array(String)')), 1, (kind IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), 2, (kind IN CAST(['install'], 'Array(String)')), 3, (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)')), 4, (kind IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), 5, (kind IN CAST(['visit'], 'Array(String)')), 6, 0) AS family_code
        FROM
        (
            SELECT
                *,
                cityHash64(person, toString(event_name)) AS each,
                arrayJoin(arrayFilter(each -> (each != 0), [if(((toDate(ts), toString(publisher), toString(sub_publisher)) IN (large)), 1, 4), 2, if(((lower(toString(publisher)) = 'organic') OR (lower(toString(install_type)) = 'organic') OR (whitelist_id != 0)), 3, 0)])) AS counted_level
            FROM
            (
                SELECT
                    *,
                    dateDiff('second', assumeNotNull(install_time), ts) AS since
                FROM traffic
                WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (person != 0) AND (kind = 'app_event') AND (install_time <= ts) AND (event_name NOT IN ('install', 'first_open', 'open', 'launch', 'session_start'))
            )
        )
        WHERE true
    )
    GROUP BY
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each
)
GROUP BY
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code;

SELECT
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code,
    '',
    '',
    '',
    count(),
    CAST(sumMap([money + toUInt64(least(63, greatest(0, floor(log2(spent)) - -20)))], [toUInt64(1)]), 'Map(UInt64, UInt64)')
FROM
(
    SELECT
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each,
        count() AS here,
        sum(toFloat64(revenue)) AS spent,
        any(cityHash64(toString(currency)) % 4294967296) * 64 AS money
    FROM
    (
        SELECT
            *,
            toDate(ts) AS counted_day,
            if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
            if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key,
            multiIf((kind IN CAST(['impression'], 'Array(String)')), 1, (kind IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), 2, (kind IN CAST(['install'], 'Array(String)')), 3, (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)')), 4, (kind IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), 5, (kind IN CAST(['visit'], 'Array(String)')), 6, 0) AS family_code
        FROM
        (
            SELECT
                *,
                cityHash64(person, currency) AS each,
                arrayJoin(arrayFilter(each -> (each != 0), [if(((toDate(ts), toString(publisher), toString(sub_publisher)) IN (large)), 1, 4), 2, if(((lower(toString(publisher)) = 'organic') OR (lower(toString(install_type)) = 'organic') OR (whitelist_id != 0)), 3, 0)])) AS counted_level
            FROM
            (
                SELECT *
                FROM
                (
                    SELECT *
                    FROM traffic
                    WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (revenue > 0) AND (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)'))
                )
                WHERE person != 0
            )
        )
        WHERE true
    )
    GROUP BY
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each
)
GROUP BY
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code;

SELECT
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code,
    '',
    '',
    '',
    sumIf(here, here > 1),
    sum(intDiv(here * (here - 1), 2))
FROM
(
    SELECT
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each,
        count() AS here,
        countIf((repeat_gap_seconds < 20) AND (kind IN ('click', 're_click'))) AS rapid
    FROM
    (
        SELECT
            *,
            toDate(ts) AS counted_day,
            if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
            if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key,
            multiIf((kind IN CAST(['impression'], 'Array(String)')), 1, (kind IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), 2, (kind IN CAST(['install'], 'Array(String)')), 3, (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)')), 4, (kind IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), 5, (kind IN CAST(['visit'], 'Array(String)')), 6, 0) AS family_code
        FROM
        (
            SELECT
                *,
                (IPv6CIDRToRange(ip, if(startsWith(toString(ip), '::ffff:'), 120, 48))).1 AS each,
                arrayJoin(arrayFilter(each -> (each != 0), [if(((toDate(ts), toString(publisher), toString(sub_publisher)) IN (large)), 1, 4), 2, if(((lower(toString(publisher)) = 'organic') OR (lower(toString(install_type)) = 'organic') OR (whitelist_id != 0)), 3, 0)])) AS counted_level
            FROM
            (
                SELECT *
                FROM traffic
                WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (kind = 'install') AND (wifi != 'false') AND (device_id_class = 'valid') AND (device_model != '') AND (ip != toIPv6('::'))
                LIMIT 1 BY
                    publisher,
                    sub_publisher,
                    device_id,
                    toDate(ts)
            )
        )
        WHERE true
    )
    GROUP BY
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each
)
GROUP BY
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code;

SELECT
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code,
    '',
    '',
    '',
    sum(intDiv(here * (here - 1), 2))
FROM
(
    SELECT
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each,
        count() AS here,
        countIf((repeat_gap_seconds < 20) AND (kind IN ('click', 're_click'))) AS rapid
    FROM
    (
        SELECT
            *,
            toDate(ts) AS counted_day,
            if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
            if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key,
            multiIf((kind IN CAST(['impression'], 'Array(String)')), 1, (kind IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), 2, (kind IN CAST(['install'], 'Array(String)')), 3, (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)')), 4, (kind IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), 5, (kind IN CAST(['visit'], 'Array(String)')), 6, 0) AS family_code
        FROM
        (
            SELECT
                *,
                cityHash64((IPv6CIDRToRange(ip, if(startsWith(toString(ip), '::ffff:'), 120, 48))).1, device_model) AS each,
                arrayJoin(arrayFilter(each -> (each != 0), [if(((toDate(ts), toString(publisher), toString(sub_publisher)) IN (large)), 1, 4), 2, if(((lower(toString(publisher)) = 'organic') OR (lower(toString(install_type)) = 'organic') OR (whitelist_id != 0)), 3, 0)])) AS counted_level
            FROM
            (
                SELECT *
                FROM traffic
                WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (kind = 'install') AND (wifi != 'false') AND (device_id_class = 'valid') AND (device_model != '') AND (ip != toIPv6('::'))
                LIMIT 1 BY
                    publisher,
                    sub_publisher,
                    device_id,
                    toDate(ts)
            )
        )
        WHERE true
    )
    GROUP BY
        counted_level,
        counted_day,
        publisher_key,
        site_key,
        family_code,
        each
)
GROUP BY
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code;

SELECT
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code,
    '',
    '',
    '',
    arrayMap(bin -> countEqual(groupArrayIf(toUInt8(least(63, impression_to_click_seconds)), true), toUInt8(bin)), range(64))
FROM
(
    SELECT
        *,
        toDate(ts) AS counted_day,
        if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
        if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key,
        multiIf((kind IN CAST(['impression'], 'Array(String)')), 1, (kind IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), 2, (kind IN CAST(['install'], 'Array(String)')), 3, (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)')), 4, (kind IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), 5, (kind IN CAST(['visit'], 'Array(String)')), 6, 0) AS family_code
    FROM
    (
        SELECT
            *,
            arrayJoin(arrayFilter(each -> (each != 0), [if(((toDate(ts), toString(publisher), toString(sub_publisher)) IN (large)), 1, 4), 2, if(((lower(toString(publisher)) = 'organic') OR (lower(toString(install_type)) = 'organic') OR (whitelist_id != 0)), 3, 0)])) AS counted_level
        FROM
        (
            SELECT *
            FROM traffic
            WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (kind = 'click') AND (impression_to_click_seconds >= 0)
        )
    )
    WHERE true
)
GROUP BY
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code;

SELECT
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code,
    '',
    '',
    '',
    count(),
    countIf(came_back),
    sumMap(map(if(match(toString(if(ip_country != '', ip_country, declared_country)), '^[A-Z]{2}$'), toString(if(ip_country != '', ip_country, declared_country)), ''), toUInt64(1))),
    sumMapIf(map(if(match(toString(if(ip_country != '', ip_country, declared_country)), '^[A-Z]{2}$'), toString(if(ip_country != '', ip_country, declared_country)), ''), toUInt64(1)), paid)
FROM
(
    SELECT
        *,
        toDate(ts) AS counted_day,
        if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
        if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key,
        multiIf((kind IN CAST(['impression'], 'Array(String)')), 1, (kind IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), 2, (kind IN CAST(['install'], 'Array(String)')), 3, (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)')), 4, (kind IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), 5, (kind IN CAST(['visit'], 'Array(String)')), 6, 0) AS family_code
    FROM
    (
        SELECT
            *,
            arrayJoin(arrayFilter(each -> (each != 0), [if(((toDate(ts), toString(publisher), toString(sub_publisher)) IN (large)), 1, 4), 2, if(((lower(toString(publisher)) = 'organic') OR (lower(toString(install_type)) = 'organic') OR (whitelist_id != 0)), 3, 0)])) AS counted_level
        FROM
        (
            SELECT
                *,
                (person, toDate(ts) + 1) IN (
                    SELECT DISTINCT
                        person,
                        toDate(ts)
                    FROM traffic
                    WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-09', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (kind = 'app_event') AND (person != 0)
                ) AS came_back,
                ((person, toDate(ts)) IN (
                    SELECT DISTINCT
                        person,
                        toDate(ts)
                    FROM traffic
                    WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-09', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (kind = 'app_event') AND (person != 0) AND (revenue > 0)
                )) OR ((person, toDate(ts) + 1) IN (
                    SELECT DISTINCT
                        person,
                        toDate(ts)
                    FROM traffic
                    WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-09', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (kind = 'app_event') AND (person != 0) AND (revenue > 0)
                )) AS paid
            FROM
            (
                SELECT *
                FROM traffic
                WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (kind = 'install') AND (person != 0) AND ((toDate(ts) + 1) IN (
                    SELECT DISTINCT toDate(ts)
                    FROM traffic
                    WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-09', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (kind = 'app_event') AND (person != 0)
                )) AND ((toDate(ts) + 1) < (
                    SELECT toDate(max(ts))
                    FROM traffic
                    WHERE package = 'sample'
                ))
            )
        )
    )
    WHERE true
)
GROUP BY
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code;

SELECT
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code,
    '',
    '',
    '',
    arrayMap(bin -> countEqual(groupArrayIf(toUInt8(since - 1), true), toUInt8(bin)), range(8)),
    arrayMap(bin -> countEqual(groupArrayIf(toUInt8(since - 1), came_back), toUInt8(bin)), range(8))
FROM
(
    SELECT
        *,
        toDate(ts) AS counted_day,
        if(counted_level = 3, 0, cityHash64(publisher)) AS publisher_key,
        if(counted_level = 1, cityHash64(sub_publisher), 0) AS site_key,
        multiIf((kind IN CAST(['impression'], 'Array(String)')), 1, (kind IN CAST(['click', 're_click', 'click_impression'], 'Array(String)')), 2, (kind IN CAST(['install'], 'Array(String)')), 3, (kind IN CAST(['app_event', 're_event', 'web_event'], 'Array(String)')), 4, (kind IN CAST(['vast_request', 'vast_tracking'], 'Array(String)')), 5, (kind IN CAST(['visit'], 'Array(String)')), 6, 0) AS family_code
    FROM
    (
        SELECT
            *,
            arrayJoin(arrayFilter(each -> (each != 0), [if(((toDate(ts), toString(publisher), toString(sub_publisher)) IN (large)), 1, 4), 2, if(((lower(toString(publisher)) = 'organic') OR (lower(toString(install_type)) = 'organic') OR (whitelist_id != 0)), 3, 0)])) AS counted_level
        FROM
        (
            SELECT
                *,
                (person, toDate(ts)) IN (
                    SELECT DISTINCT
                        person,
                        toDate(ts)
                    FROM traffic
                    WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (kind = 'app_event') AND (person != 0)
                ) AS came_back
            FROM
            (
                SELECT *
                FROM
                (
                    SELECT * REPLACE (ts + toIntervalDay(since) AS ts)
                    FROM
                    (
                        SELECT
                            *,
                            arrayJoin(range(1, 9)) AS since
                        FROM traffic
                        WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-02-22', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (kind = 'install') AND (person != 0)
                    )
                )
                WHERE (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (toDate(ts) IN (
                    SELECT DISTINCT toDate(ts)
                    FROM traffic
                    WHERE (package = 'sample') AND (ts >= toDateTime64(CAST('2024-03-01', 'Date'), 3, 'UTC')) AND (ts < toDateTime64(CAST('2024-03-08', 'Date'), 3, 'UTC')) AND (NOT ((ua_class = 'bot') AND (crawler_check != 'spoofed'))) AND (kind = 'app_event') AND (person != 0)
                )) AND (toDate(ts) < (
                    SELECT toDate(max(ts))
                    FROM traffic
                    WHERE package = 'sample'
                ))
            )
        )
    )
    WHERE true
)
GROUP BY
    counted_level,
    counted_day,
    publisher_key,
    site_key,
    family_code;

SELECT * REPLACE (sum(clicks) OVER source AS source_clicks, sum(if(family = 'install', events, 0)) OVER source AS source_installs, sum(ctit_hour) OVER source AS source_soon)
FROM
(
    SELECT
        ['sub_publisher', 'publisher', 'trusted', 'small'][counted.level] AS level,
        day,
        max(counted.publisher) AS publisher,
        max(counted.sub_publisher) AS sub_publisher,
        max(counted.family) AS family,
        sum(counted.events) AS events,
        sum(counted.clicks) AS clicks,
        toUInt64(0) AS source_clicks,
        toUInt64(0) AS source_installs,
        toUInt64(0) AS source_soon,
        sum(counted.located) AS located,
        sum(counted.addresses) AS addresses,
        sum(counted.address_squares) AS address_squares,
        sum(counted.rapid_addresses) AS rapid_addresses,
        sum(counted.agent_events) AS agent_events,
        sum(counted.agents) AS agents,
        sum(counted.agent_weight) AS agent_weight,
        sum(counted.moments) AS moments,
        sum(counted.dated) AS dated,
        sum(counted.old) AS old,
        sum(counted.persons) AS persons,
        sumForEach(counted.bands) AS bands,
        sumForEach(counted.hours) AS hours,
        sumForEach(counted.day_hours) AS day_hours,
        sumForEach(counted.minutes) AS minutes,
        sum(counted.ids) AS ids,
        sum(counted.bad_ids) AS bad_ids,
        sum(counted.alike_devices) AS alike_devices,
        sum(counted.alike_groups) AS alike_groups,
        sumForEach(counted.models) AS models,
        sumForEach(counted.versions) AS versions,
        sumForEach(counted.ctits) AS ctits,
        sum(counted.ctit_hour) AS ctit_hour,
        sum(counted.ctit_log) AS ctit_log,
        sumMap(counted.peaks) AS peaks,
        sum(counted.paid) AS paid,
        sum(counted.payers) AS payers,
        sumMap(counted.amounts) AS amounts,
        sumMap(counted.spenders) AS spenders,
        sumForEach(counted.click_delays) AS click_delays,
        sum(counted.cohort) AS cohort,
        sum(counted.returned) AS returned,
        sumMap(counted.cohort_countries) AS cohort_countries,
        sumMap(counted.payer_countries) AS payer_countries,
        sumForEach(counted.stay_cohorts) AS stay_cohorts,
        sumForEach(counted.stayed) AS stayed,
        sum(counted.purchases) AS purchases,
        sum(counted.skipped) AS skipped,
        sum(counted.timed) AS timed,
        sum(counted.fast) AS fast,
        sumMap(counted.event_times) AS event_times,
        sum(counted.starts) AS starts,
        sum(counted.completes) AS completes,
        sum(counted.requests) AS requests,
        sum(counted.errors) AS errors,
        sum(counted.placed) AS placed,
        sum(counted.abroad) AS abroad,
        sum(counted.hosted) AS hosted,
        sum(counted.signed) AS signed,
        sum(counted.marked) AS marked,
        sum(counted.block_mates) AS block_mates,
        sum(counted.block_pairs) AS block_pairs,
        sum(counted.model_pairs) AS model_pairs
    FROM counted
    GROUP BY
        counted.level,
        day,
        publisher_key,
        site_key,
        family_code
    HAVING family != ''
)
WINDOW source AS (PARTITION BY day, level, publisher, sub_publisher);
