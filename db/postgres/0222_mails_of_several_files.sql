-- A mail carries as many files as it has; before it was one.
UPDATE mail SET attachment = jsonb_build_array(attachment) WHERE jsonb_typeof(attachment) = 'object';
