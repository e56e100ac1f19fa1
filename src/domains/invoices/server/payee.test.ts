import { expect, it } from 'vitest';
import { accountIn } from './payee.ts';

it('finds the account in bank details as people write them, and none where the check digits are wrong', () => {
  const german = { iban: 'DE02120300000000202051', sepa: true };
  for (const [bank, account] of [
    ['IBAN DE02 1203 0000 0000 2020 51\nBIC BYLADEM1001', { ...german, bic: 'BYLADEM1001' }],
    ['Sparkasse AB12, IBANDE02120300000000202051 SWIFT-Code: bylaDEM1', { ...german, bic: 'BYLADEM1' }],
    [
      'GB29-NWBK-6016-1331-9268-19; BIC/SWIFT (NWBKGB2L)',
      { iban: 'GB29NWBK60161331926819', bic: 'NWBKGB2L', sepa: true },
    ],
    ['DE02 1203 0000 0000 2020 51, Commerzbank', { ...german, bic: null }],
    ['DE03 1203 0000 0000 2020 51', null],
    ['Account 1234, sort code 11-22-33', null],
  ] as const)
    expect([bank, accountIn(bank)]).toEqual([bank, account]);
});
