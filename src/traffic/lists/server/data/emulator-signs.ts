export interface EmulatorSign {
  /** What is shown when it is found. */
  sign: string;
  pattern: RegExp;
  /** Where it is looked for: the model, the brand, or the whole agent. */
  in: readonly ('model' | 'brand' | 'agent')[];
}

const everywhere = ['model', 'brand', 'agent'] as const;
const device = ['model', 'brand'] as const;

/**
 * Names virtual devices give themselves. Source: build properties of the Android emulator (goldfish, ranchu,
 * sdk_gphone), Genymotion, VirtualBox images and the consumer emulators; Branch's published signals; written down
 * 2026-11-21. Chromebooks run Android apps on x86 too, so an x86 ABI counts only where the agent is Android and not
 * Chrome OS.
 */
export const EMULATOR_SIGNS: readonly EmulatorSign[] = [
  { sign: 'sdk_gphone', pattern: /\bsdk_g?phone\w*/i, in: everywhere },
  { sign: 'google_sdk', pattern: /\bgoogle_sdk\b/i, in: everywhere },
  { sign: 'Android SDK built for', pattern: /Android SDK built for/i, in: everywhere },
  { sign: 'AOSP on emulator', pattern: /\bAOSP on (?:IA|x86|arm64)\b/i, in: everywhere },
  { sign: 'goldfish', pattern: /\bgoldfish\b/i, in: everywhere },
  { sign: 'ranchu', pattern: /\branchu\b/i, in: everywhere },
  { sign: 'emulator', pattern: /\bemulator\w*\b/i, in: everywhere },
  { sign: 'VirtualBox', pattern: /\bvbox\w*|\bVirtualBox\b/i, in: everywhere },
  { sign: 'Genymotion', pattern: /\bGenymo(?:tion|bile)\b/i, in: everywhere },
  { sign: 'BlueStacks', pattern: /\bBlueStacks\b/i, in: everywhere },
  { sign: 'Nox', pattern: /\bnox(?:player)?\b/i, in: device },
  { sign: 'LDPlayer', pattern: /\bLDPlayer\b/i, in: everywhere },
  { sign: 'MEmu', pattern: /\bMEmu\b/i, in: device },
  { sign: 'MuMu', pattern: /\bMuMu\b/i, in: device },
  { sign: 'Droid4X', pattern: /\bDroid4X\b/i, in: everywhere },
  { sign: 'AndyOS', pattern: /^Andy(?:OS)?$|\bAndyOS\b/i, in: device },
  { sign: 'TiantianVM', pattern: /\bTiantianVM\b|\bttVM\w*/i, in: everywhere },
  { sign: 'Windroye', pattern: /\bWindroye?\b/i, in: everywhere },
  { sign: 'Waydroid', pattern: /\bWayDroid\b/i, in: everywhere },
  { sign: 'redroid', pattern: /\bredroid\w*/i, in: everywhere },
  { sign: 'cuttlefish', pattern: /\bcuttlefish\b/i, in: everywhere },
  { sign: 'Windows Subsystem for Android', pattern: /Subsystem for Android/i, in: everywhere },
  { sign: 'iOS simulator', pattern: /^(?:x86_64|i386)$|\biOS Simulator\b/i, in: ['model'] },
  { sign: 'generic brand', pattern: /^generic(?:_x86(?:_64)?|_arm64)?$/i, in: ['brand'] },
  { sign: 'x86 phone', pattern: /^(?!.*\bCrOS\b).*\bAndroid [\d.]+;[^)]*\bx86(?:_64)?\b/i, in: ['agent'] },
];
