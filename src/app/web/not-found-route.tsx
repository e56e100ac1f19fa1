import { Suspense } from 'react';
import { NotFound as Page } from './not-found.tsx';

/** Its texts belong to the signed-out half and may still have to come. */
export const NotFound = () => (
  <Suspense>
    <Page />
  </Suspense>
);
