-- What is wrong with a creative is one of a list; before it was what a program said, with paths of this machine.
UPDATE vast_creative SET problem = CASE WHEN state = 'failed' THEN 'unreadable' ELSE 'not_converted' END WHERE problem <> '';
