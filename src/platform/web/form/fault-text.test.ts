import { expect, it } from 'vitest';
import { z } from 'zod';
import { faultsOf } from './use-schema-form.ts';

const schema = z.object({
  name: z.string().min(2).max(5),
  email: z.email(),
  own: z.string().min(1, 'Say how you are called'),
  count: z.number().min(3).max(9),
  list: z.array(z.string()).min(1),
});
const good = { name: 'Ann', email: 'a@b.example', own: 'x', count: 5, list: ['x'] };

it('no fault is said in the words of the validator: an empty field is missing, others have their limit', () => {
  expect(faultsOf(schema, good)).toEqual({});
  expect(faultsOf(schema, { ...good, name: '', email: ' ', count: undefined })).toEqual({
    name: 'fault:missing',
    email: 'fault:missing',
    count: 'fault:missing',
  });
  expect(faultsOf(schema, { ...good, name: 'A', email: 'a', count: 2, list: [] })).toEqual({
    name: 'fault:short:2',
    email: 'fault:unfit',
    count: 'fault:least:3',
    list: 'fault:least:1',
  });
  expect(faultsOf(schema, { ...good, name: 'Annabell', count: 10 })).toEqual({
    name: 'fault:long:5',
    count: 'fault:most:9',
  });
});

it('keeps the words a schema has of its own', () => {
  expect(faultsOf(schema, { ...good, own: '' })).toEqual({ own: 'Say how you are called' });
});
