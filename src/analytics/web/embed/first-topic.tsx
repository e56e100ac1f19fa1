import { Navigate } from 'react-router';
import { EMBED_PAGES, TOPIC_OF_PAGE } from '#analytics/contract/embed-pages.ts';
import { fitsPackage } from '#platform/contract/page.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';

/** The address of the family opens the first of its topics that the reader has for the package. */
export function FirstTopic() {
  const { pkg } = useSelection();
  const search = useStickySearch();
  const topics = EMBED_PAGES.filter(({ id }) => id in TOPIC_OF_PAGE && id !== 'aws');
  const first = topics.find((page) => fitsPackage(page, pkg)) ?? topics[0];
  return <Navigate to={`${first?.paths[0] ?? '/'}${search}`} replace />;
}
