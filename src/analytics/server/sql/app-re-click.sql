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

-- date-wise: By date
SELECT toDate(ts, {p0:String}) AS day, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, any(package) AS of_package
FROM traffic
WHERE package = {p1:String} AND kind IN {p2:Array(String)} AND ts >= toDateTime64({p3:Date}, 3, {p4:String}) AND ts < toDateTime64({p5:Date} + 1, 3, {p6:String})
GROUP BY day
ORDER BY day;

-- top-publisher/clean: Top clean publishers
SELECT publisher AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
GROUP BY name
HAVING total > 0
ORDER BY name
LIMIT {p6:UInt64} OFFSET {p7:UInt64};

-- top-publisher/fraud: Top fraud publishers
SELECT publisher AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
GROUP BY name
HAVING total > 0
ORDER BY name
LIMIT {p6:UInt64} OFFSET {p7:UInt64};

-- fraud-category: Fraud categories
SELECT reason AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
  AND verdict IN {p6:Array(String)}
GROUP BY name
HAVING total > 0
ORDER BY name
LIMIT {p7:UInt64} OFFSET {p8:UInt64};

-- fraud-sub-category: Fraud sub-categories
SELECT reason AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
  AND verdict IN {p6:Array(String)}
GROUP BY name
HAVING total > 0
ORDER BY name
LIMIT {p7:UInt64} OFFSET {p8:UInt64};

-- fraud-sub-category-percent: Share of each sub-category
SELECT reason AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
  AND verdict IN {p6:Array(String)}
GROUP BY name
HAVING total > 0
ORDER BY name
LIMIT {p7:UInt64} OFFSET {p8:UInt64};

-- fraud/date-wise: Fraud by date
SELECT toDate(ts, {p0:String}) AS day, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, any(package) AS of_package
FROM traffic
WHERE package = {p1:String} AND kind IN {p2:Array(String)} AND ts >= toDateTime64({p3:Date}, 3, {p4:String}) AND ts < toDateTime64({p5:Date} + 1, 3, {p6:String})
GROUP BY day
ORDER BY day;

-- fraud/week-wise: Fraud by week
SELECT toDate(ts, {p0:String}) AS day, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, any(package) AS of_package
FROM traffic
WHERE package = {p1:String} AND kind IN {p2:Array(String)} AND ts >= toDateTime64({p3:Date}, 3, {p4:String}) AND ts < toDateTime64({p5:Date} + 1, 3, {p6:String})
GROUP BY day
ORDER BY day;

-- fraud/month-wise: Fraud by month
SELECT toDate(ts, {p0:String}) AS day, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, any(package) AS of_package
FROM traffic
WHERE package = {p1:String} AND kind IN {p2:Array(String)} AND ts >= toDateTime64({p3:Date}, 3, {p4:String}) AND ts < toDateTime64({p5:Date} + 1, 3, {p6:String})
GROUP BY day
ORDER BY day;

-- fraud/install-type-wise: Fraud by install type
SELECT install_type AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
GROUP BY name
HAVING total > 0
ORDER BY fraud DESC, name
LIMIT {p6:UInt64} OFFSET {p7:UInt64};

-- fraud/publisher-wise: Fraud by publisher
SELECT publisher AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
GROUP BY name
HAVING total > 0
ORDER BY name
LIMIT {p6:UInt64} OFFSET {p7:UInt64};
SELECT publisher AS name, currency AS spent_in, toUInt8(0) AS assumed,
  toString(sum(cost)) AS spend, toString(sumIf(cost, verdict = 'fraud')) AS at_risk,
  toString(sumIf(cost, verdict = 'suspect')) AS suspect_cost, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
  AND verdict != 'filtered'
GROUP BY name, spent_in, assumed
ORDER BY name, spent_in, assumed
LIMIT {p6:UInt64};

-- sub-publisher-wise: Sub-publishers
SELECT publisher, sub_publisher AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
GROUP BY publisher, name
HAVING total > 0
ORDER BY fraud DESC, publisher, name
LIMIT {p6:UInt64} OFFSET {p7:UInt64};

-- sub-publisher/date-wise: Sub-publishers over time
SELECT publisher, sub_publisher AS name, toDate(ts, {p0:String}) AS day, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, any(package) AS of_package
FROM traffic
WHERE package = {p1:String} AND kind IN {p2:Array(String)} AND ts >= toDateTime64({p3:Date}, 3, {p4:String}) AND ts < toDateTime64({p5:Date} + 1, 3, {p6:String})
  AND (publisher, sub_publisher) IN (
    SELECT publisher, sub_publisher FROM traffic WHERE package = {p7:String} AND kind IN {p8:Array(String)} AND ts >= toDateTime64({p9:Date}, 3, {p10:String}) AND ts < toDateTime64({p11:Date} + 1, 3, {p12:String})
    GROUP BY publisher, sub_publisher HAVING countIf(verdict != 'filtered') > 0 ORDER BY countIf(verdict = 'fraud') DESC, countIf(verdict != 'filtered') DESC, (publisher, sub_publisher) LIMIT {p13:UInt64})
GROUP BY publisher, name, day
ORDER BY day, publisher, name;

-- device-wise: Fraud by device
SELECT device_model AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
GROUP BY name
HAVING total > 0
ORDER BY fraud DESC, name
LIMIT {p6:UInt64} OFFSET {p7:UInt64};

-- fraud-sub-category/date-wise: Sub-categories over time
SELECT reason AS name, toDate(ts, {p0:String}) AS day, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, any(package) AS of_package
FROM traffic
WHERE package = {p1:String} AND kind IN {p2:Array(String)} AND ts >= toDateTime64({p3:Date}, 3, {p4:String}) AND ts < toDateTime64({p5:Date} + 1, 3, {p6:String})
  AND verdict IN {p7:Array(String)}
GROUP BY name, day
ORDER BY day, name;

-- fraud-sub-category/publisher-wise: Sub-categories by publisher
SELECT publisher, reason AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
  AND verdict IN {p6:Array(String)}
GROUP BY publisher, name
HAVING total > 0
ORDER BY fraud DESC, publisher, name
LIMIT {p7:UInt64} OFFSET {p8:UInt64};
