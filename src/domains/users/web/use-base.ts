import { useLocation } from 'react-router';

/** The prefix these screens were opened under: links stay with it (USR-GAP-01). */
export const useBase = (): string => (useLocation().pathname.startsWith('/management') ? '/management/user' : '/user');
