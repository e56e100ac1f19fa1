-- Who gets mails about a ticket: those who made it, are in charge of it or were mentioned watch it until they say no, and
-- whoever else likes to. False is a no, which a mention and an assignment respect as well.
CREATE TABLE ticket_watch (
  ticket_id integer NOT NULL REFERENCES ticket ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  watching boolean NOT NULL,
  PRIMARY KEY (ticket_id, user_id)
);
CREATE INDEX ticket_watch_user ON ticket_watch (user_id);
INSERT INTO ticket_watch (ticket_id, user_id, watching)
  SELECT id, assignee_id, true FROM ticket WHERE assignee_id IS NOT NULL;

-- When it was told that the due day has come.
ALTER TABLE ticket ADD COLUMN due_told_at timestamptz;
CREATE INDEX ticket_due_today ON ticket (due_on) WHERE due_told_at IS NULL AND status IN ('Open', 'In Progress', 'Reopened');
