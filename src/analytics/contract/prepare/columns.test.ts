import { expect, it } from 'vitest';
import { riskBesideRate } from './columns.ts';

const ids = (...names: string[]) => names.map((id) => ({ id }));

it('money at risk stands beside the share of fraud, and where there is no share all stays as it is', () => {
  const columns = ids('name', 'fraud', 'fraud_percentage', 'filtered', 'spend', 'cost_at_risk');
  expect(riskBesideRate(columns, 'fraud_percentage').map(({ id }) => id)).toEqual([
    'name',
    'fraud',
    'fraud_percentage',
    'cost_at_risk',
    'filtered',
    'spend',
  ]);
  expect(riskBesideRate(columns, undefined)).toEqual(columns);
  expect(riskBesideRate(ids('name', 'fraud_percentage'), 'fraud_percentage')).toEqual(ids('name', 'fraud_percentage'));
});
