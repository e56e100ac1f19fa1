import { describe, expect, it } from 'vitest';
import { APPS, BROWSERS } from '../testing/people-agents.ts';
import { classifyDeviceId, type DeviceInput, readClaims } from './device.ts';

const device = (part: Partial<DeviceInput>) =>
  readClaims({ model: '', brand: '', os: '', osVersion: '', userAgent: '', deviceId: '', ...part });

describe('device ids', () => {
  it.each([
    ['38400000-8cf0-11bd-b23e-10b96e40000d', 'valid'],
    ['6D92078A-8246-4BA4-AE5B-76104861E7DC', 'valid'],
    ['1415211453000-6513894', 'valid'],
    ['a1b2c3d4e5f60718', 'valid'],
    ['5d41402abc4b2a76b9719d911017c592', 'valid'],
    ['GA1.2.1234567890.1234567890', 'valid'],
    ['00000000-0000-0000-0000-000000000000', 'zero'],
    ['00000000000000000000000000000000', 'zero'],
    ['0', 'zero'],
    ['11111111-1111-1111-1111-111111111111', 'zero'],
    ['12345678-1234-1234-1234-123456789012', 'zero'],
    ['9774d56d682e549c', 'zero'],
    ['', 'missing'],
    [' ', 'missing'],
    ['null', 'missing'],
    ['N/A', 'missing'],
    ['38400000-8cf0-11bd-b23e-10b96e4000', 'malformed'],
    ['zz400000-8cf0-11bd-b23e-10b96e40000d', 'malformed'],
    ['{gaid}', 'malformed'],
    ['%%ADVERTISING_ID%%', 'malformed'],
    ['__IDFA__', 'malformed'],
    ['a phone', 'malformed'],
    ['abc', 'malformed'],
    ['someone@example.com', 'malformed'],
  ])('%j is %s', (id, right) => expect(classifyDeviceId(id)).toBe(right));
});

describe('emulator signs', () => {
  it.each([
    [{ model: 'sdk_gphone64_x86_64' }, 'sdk_gphone: model sdk_gphone64_x86_64'],
    [{ model: 'Android SDK built for x86' }, 'Android SDK built for: model Android SDK built for x86'],
    [{ model: 'vbox86p' }, 'VirtualBox: model vbox86p'],
    [{ brand: 'Genymotion' }, 'Genymotion: brand Genymotion'],
    [{ brand: 'generic' }, 'generic brand: brand generic'],
    [{ model: 'BlueStacks' }, 'BlueStacks: model BlueStacks'],
    [{ model: 'x86_64', brand: 'Apple' }, 'iOS simulator: model x86_64'],
    [
      { userAgent: 'Dalvik/2.1.0 (Linux; U; Android 9; Android SDK built for x86 Build/PSR1)' },
      'Android SDK built for in the agent',
    ],
    [{ userAgent: 'Mozilla/5.0 (Linux; Android 7.1; X Build/N; x86) AppleWebKit/537.36' }, 'x86 phone in the agent'],
  ])('%j shows %s', (part, sign) => expect(device(part).device_signs).toBe(sign));

  it('finds none in people’s agents and devices', () => {
    expect([...BROWSERS, ...APPS].filter((userAgent) => device({ userAgent }).device_signs !== '')).toEqual([]);
    for (const model of ['Pixel 7', 'SM-G991B', 'iPhone14,5', 'Handy T1', 'Knox', 'Equinox', 'Generic Phone 3'])
      expect([model, device({ model }).device_signs]).toEqual([model, '']);
    const chromebook =
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36';
    expect(device({ userAgent: chromebook }).device_signs).toBe('');
  });
});

describe('device conflicts', () => {
  const androidAgent = BROWSERS.find((a) => a.includes('SM-G991B')) ?? '';
  const iphoneAgent = BROWSERS.find((a) => a.includes('iPhone OS 17_4_1')) ?? '';
  it.each([
    [{ os: 'ios', userAgent: androidAgent }, 'the agent says Android, the report says iOS'],
    [{ os: 'android', userAgent: iphoneAgent }, 'the agent says iOS, the report says Android'],
    [{ os: 'iOS', brand: 'Samsung' }, 'iOS on a device of Samsung'],
    [{ os: 'Android', brand: 'Apple' }, 'Android on an Apple device'],
    [{ os: 'Android', model: 'iPhone12,1' }, 'Android on an Apple device'],
    [{ model: 'SM-G991B', brand: 'Xiaomi' }, 'SM-G991B is built by Samsung, not Xiaomi'],
    [{ os: 'iOS', osVersion: '22.1' }, 'iOS 22.1 was never released'],
    [{ os: 'iOS', osVersion: '14.9' }, 'iOS 14.9 was never released'],
    [{ os: 'iOS', osVersion: '17.2', model: 'iPhone10,6' }, 'iPhone10,6 never ran iOS 17.2'],
    [{ os: 'iOS', osVersion: '12.5', model: 'iPhone 11' }, 'iPhone 11 never ran iOS 12.5'],
    [{ os: 'iOS', osVersion: '13.1', model: 'iPad4,1' }, 'iPad4,1 never ran iOS 13.1'],
    [{ os: 'Android', osVersion: '6.3' }, 'Android 6.3 was never released'],
    [{ os: 'Android', osVersion: '13.7' }, 'Android 13.7 was never released'],
    [{ os: 'Windows', osVersion: '9' }, 'Windows 9 was never released'],
    [{ os: 'Android', osVersion: '29' }, 'Android 29 was never released'],
    [{ os: 'android', osVersion: '36.0' }, 'Android 36.0 was never released'],
    [{ os: 'iOS', osVersion: '99' }, 'iOS 99 was never released'],
    [{ os: 'macOS', osVersion: '99.1' }, 'macOS 99.1 was never released'],
    [{ os: 'Windows', osVersion: '47' }, 'Windows 47 was never released'],
    [
      { userAgent: 'Mozilla/5.0 (Linux; Android 29; X) AppleWebKit/537.36', os: 'Android', osVersion: '10' },
      'Android 29 was never released',
    ],
    [
      { userAgent: 'Mozilla/5.0 (Windows NT 11.0; Win64; x64) AppleWebKit/537.36' },
      'Windows NT 11.0 was never released',
    ],
    [{ userAgent: 'Mozilla/5.0 (Linux; Android 5.5; X) AppleWebKit/537.36' }, 'Android 5.5 was never released'],
    [{ os: 'Android', osVersion: 'Tiramisu' }, 'OS version given as a marketing name: Tiramisu'],
  ])('%j: %s', (part, conflict) => expect(device(part).device_conflict).toBe(conflict));

  it('counts one wrong column once and two lies twice', () => {
    expect(device({ os: 'iOS', brand: 'Samsung', model: 'iPhone12,1' }).device_conflict).toBe(
      'iOS on a device of Samsung',
    );
    expect(device({ os: 'iOS', brand: 'Samsung', osVersion: '22.1' }).device_conflict).toBe(
      'iOS on a device of Samsung; iOS 22.1 was never released',
    );
  });

  it('sees none in what people have', () => {
    expect([...BROWSERS, ...APPS].map((userAgent) => device({ userAgent }).device_conflict).filter(Boolean)).toEqual(
      [],
    );
    const real: Partial<DeviceInput>[] = [
      { os: 'iOS', osVersion: '17.4.1', brand: 'Apple', model: 'iPhone14,5', userAgent: iphoneAgent },
      { os: 'android', osVersion: '13', brand: 'samsung', model: 'SM-G991B', userAgent: androidAgent },
      { os: 'Android', osVersion: '8', model: 'Pixel', brand: 'google' },
      { os: 'Android', osVersion: '4.4.4' },
      { os: 'Android', osVersion: '18' },
      { os: 'Android', osVersion: '21' },
      { os: 'iOS', osVersion: '30.2' },
      { os: 'Windows', osVersion: '11' },
      { os: 'Windows', osVersion: '13' },
      { os: 'Windows', osVersion: '95' },
      { os: 'Windows', osVersion: '98' },
      { os: 'Windows', osVersion: '2000' },
      { os: 'Windows', osVersion: '22631' },
      { os: 'Windows', osVersion: '10.0.19045' },
      { os: 'Windows', osVersion: 'XP' },
      { os: 'macOS', osVersion: '10.15.7' },
      { os: 'Android', osVersion: '9.0' },
      { os: 'Android', osVersion: '12.1' },
      { os: 'Android', osVersion: '16.2' },
      { os: 'iOS', osVersion: '19.0' },
      { os: 'iOS', osVersion: '27.1' },
      { os: 'iOS', userAgent: BROWSERS.find((a) => a.includes('Macintosh')) ?? '' },
      { os: '', osVersion: '' },
    ];
    expect(real.map((part) => device(part).device_conflict)).toEqual(real.map(() => ''));
  });
});
