-- Files that go with a mail are named as all files are, wherever they lie; before it was a path of one machine.
UPDATE mail SET attachment = attachment - 'path' || jsonb_build_object('file', regexp_replace(attachment ->> 'path', '^.*/(reports/report-[0-9]+)$', '\1'))
WHERE attachment ? 'path';
