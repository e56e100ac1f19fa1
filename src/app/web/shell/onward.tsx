import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Anew for every arrival: a link to "/" followed while the way on still loads calls that way off, and one that is gone
 * only once (<Navigate>) leaves the person standing on nothing.
 */
export function Onward({ to }: { to: string }) {
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(() => {
    // Another step has been taken already and arrives here in a moment: leading on now would swallow it unsaid.
    if (new URL(location.pathname, window.location.origin).pathname !== window.location.pathname) return;
    void navigate(to, { replace: true });
  }, [navigate, to, location]);
  return null;
}
