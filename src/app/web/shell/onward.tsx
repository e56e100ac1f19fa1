import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isUnderway } from '#platform/web/layout/underway.ts';

/**
 * Anew for every arrival: a link to "/" followed while the way on still loads calls that way off, and one that is gone
 * only once (<Navigate>) leaves the person standing on nothing.
 */
export function Onward({ to }: { to: string }) {
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(() => {
    // It arrives here in a moment, and is led on from there.
    if (!isUnderway(location.pathname)) void navigate(to, { replace: true });
  }, [navigate, to, location]);
  return null;
}
