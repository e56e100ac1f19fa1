import screen from '#platform/web/layout/screen.module.css';
import { PriceList } from './price-list.tsx';
import { RateList } from './rate-list.tsx';

/** What is assumed where files bring no cost, and what other currencies are worth. */
export const CostsPage = () => (
  <div className={screen.page}>
    <PriceList />
    <RateList />
  </div>
);
