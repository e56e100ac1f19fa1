/**
 * Phones in use. `systems` are the versions the model can run, newest first, for iOS only the oldest; the weight is its
 * share of the pool.
 */
export interface Phone {
  brand: string;
  model: string;
  os: 'android' | 'ios';
  systems: readonly string[];
  build: string;
  rich: number;
  poor: number;
}

const android = (
  brand: string,
  model: string,
  systems: readonly string[],
  build: string,
  rich: number,
  poor: number,
): Phone => ({
  brand,
  model,
  os: 'android',
  systems,
  build,
  rich,
  poor,
});
/** The oldest iOS in our calendar each model can run is the one it was sold with. */
const iphone = (model: string, oldest: string, rich: number, poor: number): Phone => ({
  brand: 'Apple',
  model,
  os: 'ios',
  systems: [oldest],
  build: '',
  rich,
  poor,
});

export const PHONES: readonly Phone[] = [
  iphone('iPhone18,1', '26', 4, 0.3),
  iphone('iPhone18,3', '26', 5, 0.3),
  iphone('iPhone17,1', '18.1', 7, 0.5),
  iphone('iPhone17,3', '18.1', 8, 0.6),
  iphone('iPhone16,1', '17.6', 6, 0.6),
  iphone('iPhone15,4', '17.6', 7, 0.8),
  iphone('iPhone14,5', '17.6', 6, 1.2),
  iphone('iPhone13,2', '17.6', 4, 1.5),
  android('Samsung', 'SM-S938B', ['16', '15'], 'AP3A.240905.015', 5, 0.4),
  android('Samsung', 'SM-S928B', ['16', '15', '14'], 'UP1A.231005.007', 6, 0.6),
  android('Samsung', 'SM-S918B', ['16', '15', '14'], 'UP1A.231005.007', 4, 0.6),
  android('Samsung', 'SM-A566B', ['16', '15'], 'AP3A.240905.015', 5, 3),
  android('Samsung', 'SM-A556B', ['16', '15', '14'], 'UP1A.231005.007', 5, 4),
  android('Samsung', 'SM-A546B', ['15', '14', '13'], 'TP1A.220624.014', 4, 4),
  android('Samsung', 'SM-A156B', ['15', '14'], 'UP1A.231005.007', 3, 6),
  android('Samsung', 'SM-A057F', ['15', '14', '13'], 'TP1A.220624.014', 0.5, 6),
  android('Google', 'Pixel 9', ['16', '15', '14'], 'AP3A.241005.015', 3, 0.2),
  android('Google', 'Pixel 8', ['16', '15', '14'], 'AP2A.240905.003', 3, 0.2),
  android('Google', 'Pixel 7a', ['16', '15', '14'], 'AP2A.240905.003', 2, 0.2),
  android('Xiaomi', '24117RN76L', ['15', '14'], 'UP1A.231005.007', 2, 5),
  android('Xiaomi', '23129RN51X', ['14', '13'], 'TP1A.220624.014', 1, 6),
  android('Xiaomi', '2312DRA50G', ['15', '14'], 'UKQ1.231003.002', 2, 5),
  android('OPPO', 'CPH2591', ['15', '14', '13'], 'TP1A.220905.001', 0.6, 5),
  android('OPPO', 'CPH2565', ['14', '13'], 'TP1A.220905.001', 0.4, 4),
  android('vivo', 'V2333', ['15', '14'], 'UP1A.231005.007', 0.3, 5),
  android('vivo', 'V2247', ['14', '13'], 'TP1A.220624.014', 0.2, 4),
  android('realme', 'RMX3939', ['15', '14'], 'UP1A.231005.007', 0.3, 4),
  android('motorola', 'moto g84 5G', ['15', '14'], 'U1TCS34.22', 2, 2.5),
  android('TECNO', 'TECNO BG6', ['13'], 'TP1A.220624.014', 0, 4),
  android('Infinix', 'Infinix X6525', ['13'], 'TP1A.220624.014', 0, 3.5),
];

/** Honest phones long out of support: what a poor market still carries. */
export const OLD_PHONES: readonly Phone[] = [
  android('Samsung', 'SM-J730F', ['9'], 'PPR1.180610.011', 1, 3),
  android('Samsung', 'SM-A105F', ['11', '10'], 'RP1A.200720.012', 1, 3),
  android('Xiaomi', 'Redmi Note 7', ['10', '9'], 'PKQ1.180904.001', 1, 3),
  android('HUAWEI', 'ANE-LX1', ['9'], 'HUAWEIANE-L21', 1, 2),
  android('itel', 'itel A571W', ['10'], 'QP1A.190711.020', 0, 2),
];

export interface Machine {
  brand: string;
  model: string;
  osVersion: string;
  build: string;
}

/** What an emulator gives away when nobody hides it. */
export const EMULATORS: readonly Machine[] = [
  { brand: 'google', model: 'sdk_gphone64_x86_64', osVersion: '13', build: 'TE1A.220922.034' },
  { brand: 'generic', model: 'Android SDK built for x86', osVersion: '9', build: 'PSR1.180720.012' },
  { brand: 'generic', model: 'Android SDK built for x86_64', osVersion: '11', build: 'RSR1.201013.001' },
  { brand: 'unknown', model: 'VirtualBox', osVersion: '9', build: 'PI' },
  { brand: 'Genymobile', model: 'Genymotion Phone', osVersion: '11', build: 'RQ1A.210105.003' },
];

/** Devices that cannot exist: versions nobody released, a brand on another maker's system. */
export const IMPOSSIBLE: readonly (Machine & { os: 'android' | 'ios' })[] = [
  { os: 'android', brand: 'Samsung', model: 'SM-S928B', osVersion: '19', build: 'UP1A.231005.007' },
  { os: 'android', brand: 'Samsung', model: 'SM-A546B', osVersion: '13.7', build: 'TP1A.220624.014' },
  { os: 'ios', brand: 'Apple', model: 'iPhone15,4', osVersion: '22.1', build: '' },
  { os: 'ios', brand: 'Samsung', model: 'SM-G991B', osVersion: '17.4', build: '' },
  { os: 'android', brand: 'Apple', model: 'iPhone14,5', osVersion: '14', build: 'UP1A.231005.007' },
];
