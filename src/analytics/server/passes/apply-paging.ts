import { MAX_PAGE_SIZE } from '#platform/contract/paging.ts';
import type { Pass } from '../query.ts';
import type { Question } from '../question.ts';

const limitOf = ({ widget, filters }: Question): number => filters.limit ?? widget.limit ?? MAX_PAGE_SIZE;

/** The first rows of a list that has no pages. */
export const firstRows: Pass = (query, question) => ({ ...query, page: { limit: limitOf(question), offset: 0 } });

/** The page that was asked for. */
export const askedPage: Pass = (query, question) => {
  const limit = limitOf(question);
  return { ...query, page: { limit, offset: (question.filters.page - 1) * limit } };
};
