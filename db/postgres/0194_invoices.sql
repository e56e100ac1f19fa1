-- Who is billed: the customer of a package (publisher ''), and its sources, in whose name self-billed notes are made.
CREATE TABLE invoice_customer (
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  publisher text NOT NULL DEFAULT '',
  legal_name text NOT NULL,
  address text NOT NULL,
  postal_code text NOT NULL,
  city text NOT NULL,
  state_code text NOT NULL,
  country text NOT NULL,
  tax_ids text[] NOT NULL DEFAULT '{}',
  billing_email text NOT NULL,
  po_number text NOT NULL,
  currency text NOT NULL,
  updated_by text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (package_name, publisher)
);

-- Who bills, and how. The logo is a picture of ours: decoded and drawn anew from what was uploaded.
CREATE TABLE invoice_config (
  package_name text PRIMARY KEY REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  -- Legal name, address, tax numbers, bank, prefix, terms, tax rules and so on, as the form has them.
  settings jsonb NOT NULL,
  logo bytea,
  updated_by text NOT NULL,
  updated_at timestamptz NOT NULL
);

-- The next number of a series. It is taken in the transaction that stores the document, so that no number is without one.
CREATE TABLE invoice_series (
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  -- '' is the issuer of the package, else the source in whose name it is issued.
  issuer text NOT NULL,
  series text NOT NULL,
  next_no integer NOT NULL,
  PRIMARY KEY (package_name, issuer, series)
);

-- Issued documents; what they say never changes.
CREATE TABLE invoice (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL,
  issuer text NOT NULL,
  series text NOT NULL,
  seq integer NOT NULL,
  number text NOT NULL,
  customer text NOT NULL,
  issued_on date NOT NULL,
  due_on date NOT NULL,
  currency text NOT NULL,
  payable numeric(20, 6) NOT NULL,
  -- All it says, as it is drawn.
  data jsonb NOT NULL,
  pdf bytea NOT NULL,
  -- Of the PDF, in hexadecimal digits.
  sha256 text NOT NULL,
  xml text,
  corrects integer UNIQUE REFERENCES invoice,
  sent_to text NOT NULL DEFAULT '',
  send_asked_at timestamptz,
  sent_at timestamptz,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (package_name, issuer, series, seq)
);
CREATE UNIQUE INDEX invoice_number ON invoice (package_name, issuer, number);

-- Which payout reports a document is about, and whether it still stands for them: of one kind at most one does.
CREATE TABLE invoice_report (
  invoice_id integer NOT NULL REFERENCES invoice ON DELETE CASCADE,
  settlement_id integer NOT NULL REFERENCES settlement ON DELETE CASCADE,
  kind text NOT NULL,
  currency text NOT NULL,
  stands boolean NOT NULL DEFAULT true,
  PRIMARY KEY (invoice_id, settlement_id)
);
CREATE UNIQUE INDEX invoice_report_once ON invoice_report (settlement_id, kind, currency) WHERE stands;

CREATE TABLE invoice_payment (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id integer NOT NULL REFERENCES invoice ON DELETE CASCADE,
  paid_on date NOT NULL,
  amount numeric(20, 6) NOT NULL,
  reference text NOT NULL,
  author text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (invoice_id, paid_on, amount, reference)
);

-- Documents issued in one run for all payout reports of a period.
CREATE TABLE invoice_batch (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package_name text NOT NULL REFERENCES package ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL,
  period_from date NOT NULL,
  period_to date NOT NULL,
  total integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  -- [{publisher, currency, why}], the first hundred.
  failed jsonb NOT NULL DEFAULT '[]',
  finished_at timestamptz,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX invoice_batch_one ON invoice_batch (package_name) WHERE finished_at IS NULL;
