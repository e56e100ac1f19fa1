-- What an administrator called off: the work of a queue, by its key. Written at the click, so that it holds when the process
-- that runs the job dies before it has stopped: what stands unfinished under this key is not taken up again.
CREATE TABLE job_cancel (
  queue text NOT NULL,
  key text NOT NULL,
  -- Holds for jobs that were enqueued before.
  asked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (queue, key)
);
