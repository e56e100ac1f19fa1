import { Badge } from '@mantine/core';
import type { PRIORITIES, Status } from '#domains/tickets/contract/ticket.ts';
import { useCaseWord } from './use-case-word.ts';

const STATUS_COLOURS: Record<Status, string> = {
  Open: 'accent',
  'In Progress': 'suspect',
  Resolved: 'clean',
  Closed: 'gray',
  Reopened: 'accent',
};

export function StatusBadge({ status }: { status: Status }) {
  const word = useCaseWord();
  return (
    <Badge variant="light" color={STATUS_COLOURS[status]} tt="none">
      {word('status', status)}
    </Badge>
  );
}

type Priority = (typeof PRIORITIES)[number];
const PRIORITY_COLOURS: Record<Priority, string> = { Low: 'gray', Medium: 'gray', High: 'suspect', Critical: 'fraud' };

export function PriorityBadge({ priority }: { priority: Priority }) {
  const word = useCaseWord();
  return (
    <Badge variant="outline" color={PRIORITY_COLOURS[priority]} tt="none">
      {word('priority', priority)}
    </Badge>
  );
}
