-- Who wants mails of alerts gathered into one a day or a week, and the messages that wait for it.
CREATE TABLE alert_mail_wish (
  user_id integer PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  every text NOT NULL CHECK (every IN ('day', 'week'))
);

ALTER TABLE alert_delivery ADD COLUMN gathered boolean NOT NULL DEFAULT false;
CREATE INDEX alert_delivery_gathered ON alert_delivery (user_id) WHERE state = 'waiting' AND gathered;
