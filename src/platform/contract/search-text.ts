import { z } from 'zod';

/** What is typed into a field that searches: fields take their limit from here, so that no answer is a refusal of it. */
export const searchText = z.string().max(200);
