-- total: Total
SELECT toDate(ts, {p0:String}) AS day, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, any(package) AS of_package
FROM traffic
WHERE package = {p1:String} AND kind IN {p2:Array(String)} AND ts >= toDateTime64({p3:Date}, 3, {p4:String}) AND ts < toDateTime64({p5:Date} + 1, 3, {p6:String})
GROUP BY day
ORDER BY day;
SELECT publisher AS name, currency AS spent_in, toUInt8(0) AS assumed,
  toString(sum(cost)) AS spend, toString(sumIf(cost, verdict = 'fraud')) AS at_risk,
  toString(sumIf(cost, verdict = 'suspect')) AS suspect_cost, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
  AND verdict != 'filtered'
GROUP BY name, spent_in, assumed
ORDER BY name, spent_in, assumed
LIMIT {p6:UInt64};

-- analytics: Clicks by date
SELECT toDate(ts, {p0:String}) AS day, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, any(package) AS of_package
FROM traffic
WHERE package = {p1:String} AND kind IN {p2:Array(String)} AND ts >= toDateTime64({p3:Date}, 3, {p4:String}) AND ts < toDateTime64({p5:Date} + 1, 3, {p6:String})
GROUP BY day
ORDER BY day;

-- critical_campaigns: Critical campaigns
SELECT campaign AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
GROUP BY name
HAVING total > 0 AND total >= {p6:UInt64} AND name NOT IN {p7:Array(String)}
ORDER BY (fraud / total + 1.9207294103470627 / total - 1.959963984540054 * sqrt(fraud / total * (1 - fraud / total) / total + 0.9603647051735313 / (total * total))) / (1 + 3.8414588206941254 / total) DESC, name
LIMIT {p8:UInt64} OFFSET {p9:UInt64};

-- fraudulent_geo: Countries with the highest fraud share
SELECT if(ip_country != '', ip_country, declared_country) AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
GROUP BY name
HAVING total > 0 AND total >= {p6:UInt64} AND name NOT IN {p7:Array(String)}
ORDER BY (fraud / total + 1.9207294103470627 / total - 1.959963984540054 * sqrt(fraud / total * (1 - fraud / total) / total + 0.9603647051735313 / (total * total))) / (1 + 3.8414588206941254 / total) DESC, name
LIMIT {p8:UInt64} OFFSET {p9:UInt64};

-- fraud_categories: Fraud categories
SELECT reason AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
  AND verdict IN {p6:Array(String)}
GROUP BY name
HAVING total > 0
ORDER BY name
LIMIT {p7:UInt64} OFFSET {p8:UInt64};

-- fraud_sub_categories: Fraud sub-categories
SELECT reason AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
  AND verdict IN {p6:Array(String)}
GROUP BY name
HAVING total > 0
ORDER BY name
LIMIT {p7:UInt64} OFFSET {p8:UInt64};

-- campaigns: Campaigns
SELECT campaign AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, mapApply((k, v) -> (k, toString(v)), mapFilter((k, v) -> v != 0, sumMapIf(map(toString(currency), cost), cost != 0 AND verdict != 'filtered'))) AS spend, mapApply((k, v) -> (k, toString(v)), mapFilter((k, v) -> v != 0, sumMapIf(map(toString(currency), cost), cost != 0 AND verdict != 'filtered' AND toUInt8(0)))) AS spend_assumed, mapApply((k, v) -> (k, toString(v)), mapFilter((k, v) -> v != 0, sumMapIf(map(toString(currency), cost), cost != 0 AND verdict = 'fraud'))) AS cost_at_risk, mapApply((k, v) -> (k, toString(v)), mapFilter((k, v) -> v != 0, sumMapIf(map(toString(currency), cost), cost != 0 AND verdict = 'fraud' AND toUInt8(0)))) AS cost_at_risk_assumed, mapApply((k, v) -> (k, toString(v)), mapFilter((k, v) -> v != 0, sumMapIf(map(toString(currency), cost), cost != 0 AND verdict = 'suspect'))) AS cost_suspect, mapApply((k, v) -> (k, toString(v)), mapFilter((k, v) -> v != 0, sumMapIf(map(toString(currency), cost), cost != 0 AND verdict = 'suspect' AND toUInt8(0)))) AS cost_suspect_assumed, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
GROUP BY name
HAVING total > 0
ORDER BY fraud DESC, name
LIMIT {p6:UInt64} OFFSET {p7:UInt64};

-- keywords: Keywords
SELECT keyword AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
GROUP BY name
HAVING total > 0
ORDER BY fraud DESC, name
LIMIT {p6:UInt64} OFFSET {p7:UInt64};

-- devices: Device types
SELECT device_type AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
GROUP BY name
HAVING total > 0
ORDER BY total DESC, name
LIMIT {p6:UInt64} OFFSET {p7:UInt64};

-- publishers: Publishers
SELECT publisher AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
GROUP BY name
HAVING total > 0
ORDER BY name
LIMIT {p6:UInt64} OFFSET {p7:UInt64};
