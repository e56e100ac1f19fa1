import { expect, it } from 'vitest';
import { blockChoices } from './block-menu.tsx';

const event = {
  ip: '::ffff:203.0.113.7',
  publisher: 'big',
  sub_publisher: '7',
  declared_domain: 'spam.example',
  device_id: '',
};
const named = (more: object, platform: 'web' | 'app' = 'web') =>
  blockChoices({ ...event, ...more }, platform).map(({ kind, value }) => `${kind} ${value}`);

it('offers of an event what the block list can name, and no part of the site itself or of nobody', () => {
  expect(named({})).toEqual([
    'address 203.0.113.7',
    'network 203.0.113.0/24',
    'sub_publisher 7',
    'publisher big',
    'domain spam.example',
  ]);
  expect(named({ publisher: 'internal', declared_domain: '' })).toEqual([
    'address 203.0.113.7',
    'network 203.0.113.0/24',
  ]);
  expect(named({ declared_domain: 'com.spam.app', ip: '::', device_id: 'd1' }, 'app')).toEqual([
    'device d1',
    'sub_publisher 7',
    'publisher big',
    'app com.spam.app',
  ]);
});
