import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Name and content of a stored file, as far as it is text; what is in a picture nobody can search. */
export const textOfFile = ({
  fileName,
  mediaType,
  content,
}: Readonly<Record<'fileName' | 'mediaType' | 'content', AnyPgColumn>>): SQL =>
  sql`concat_ws(' ', ${fileName}, CASE WHEN ${mediaType} LIKE 'text/%' OR ${mediaType} = 'application/json' THEN convert_from(${content}, 'UTF8') END)`;
