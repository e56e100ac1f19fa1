-- A page of tickets is read in the order that is asked for from an index that has it, and counted in one that has what
-- is asked, so that neither sorts nor reads all tickets of a package.
CREATE INDEX ticket_updated ON ticket (package_name, updated_at, id);
CREATE INDEX ticket_by_due ON ticket (package_name, due_on, id);
-- Without a day last in this direction too, which is not the other one read backwards.
CREATE INDEX ticket_by_due_down ON ticket (package_name, due_on DESC NULLS LAST, id DESC);
CREATE INDEX ticket_by_priority ON ticket (package_name, array_position(ARRAY['Low', 'Medium', 'High', 'Critical'], priority), id);
CREATE INDEX ticket_assignee ON ticket (package_name, assignee_id);
CREATE INDEX ticket_overdue ON ticket (package_name, due_on) WHERE status IN ('Open', 'In Progress', 'Reopened');
