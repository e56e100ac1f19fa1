-- total: Total
SELECT toDate(ts, {p0:String}) AS day, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, any(package) AS of_package
FROM traffic
WHERE package = {p1:String} AND kind IN {p2:Array(String)} AND ts >= toDateTime64({p3:Date}, 3, {p4:String}) AND ts < toDateTime64({p5:Date} + 1, 3, {p6:String})
  AND handling IN {p7:Array(String)}
GROUP BY day
ORDER BY day;
SELECT publisher AS name, currency AS spent_in, toUInt8(0) AS assumed,
  toString(sum(cost)) AS spend, toString(sumIf(cost, verdict = 'fraud')) AS at_risk,
  toString(sumIf(cost, verdict = 'suspect')) AS suspect_cost, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
  AND handling IN {p6:Array(String)}
  AND verdict != 'filtered'
GROUP BY name, spent_in, assumed
ORDER BY name, spent_in, assumed
LIMIT {p7:UInt64};

-- sub-publisher-wise: Sub-publishers
SELECT publisher, sub_publisher AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
  AND handling IN {p6:Array(String)}
GROUP BY publisher, name
HAVING total > 0
ORDER BY fraud DESC, publisher, name
LIMIT {p7:UInt64} OFFSET {p8:UInt64};

-- check-wise: Checks that decided
SELECT handling_reason AS name, countIf(verdict != 'filtered') AS total, countIf(verdict = 'clean') AS clean, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'filtered') AS filtered, count() OVER () AS groups, any(package) AS of_package
FROM traffic
WHERE package = {p0:String} AND kind IN {p1:Array(String)} AND ts >= toDateTime64({p2:Date}, 3, {p3:String}) AND ts < toDateTime64({p4:Date} + 1, 3, {p5:String})
  AND handling IN {p6:Array(String)}
GROUP BY name
HAVING total > 0
ORDER BY total DESC, name
LIMIT {p7:UInt64} OFFSET {p8:UInt64};
