-- Invoices and self-billed credit notes a payout report is covered by, one a currency: [{currency, invoice_no, due_date, is_paid}].
ALTER TABLE settlement ADD COLUMN documents jsonb NOT NULL DEFAULT '[]';

-- 'carried': what an approved report came to and was too little to be paid out. Its withholding goes with it.
ALTER TABLE settlement_adjustment ADD COLUMN kind text NOT NULL DEFAULT 'entered';
ALTER TABLE settlement_adjustment ADD COLUMN withholding numeric(20, 6) NOT NULL DEFAULT 0;
UPDATE settlement_adjustment SET kind = 'late' WHERE of_settlement IS NOT NULL;
