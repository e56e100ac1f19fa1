import { sql } from '#platform/server/clickhouse/sql.ts';

/**
 * Events of visitors that say they are bots, told by facts and not by verdicts: what is counted about sources may not
 * depend on how events were judged. Whoever only poses as a crawler is none of them.
 */
export const IS_KNOWN_BOT = sql`ua_class = 'bot' AND crawler_check != 'spoofed'`;
