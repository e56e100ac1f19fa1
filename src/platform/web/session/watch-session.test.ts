// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, takeEndNotice } from './end-session.ts';
import { stored } from './stored.ts';
import { type EndWarning, watchSession } from './watch-session.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const minutes = (n: number): number => n * 60_000;
const putToken = (milliseconds: number): void =>
  stored.set('token', `e30.${btoa(JSON.stringify({ id: 1, exp: (NOW + milliseconds) / 1000 }))}.s`);

let warnings: (EndWarning | null)[];
let ends: string[];
let stop: () => void;

const watch = (): void => {
  stop = watchSession(
    (warning) => warnings.push(warning),
    (cause) => ends.push(cause),
  );
};
const keepAwake = (milliseconds: number): void => {
  for (let passed = 0; passed < milliseconds; passed += 60_000) {
    dispatchEvent(new Event('mousemove'));
    vi.advanceTimersByTime(Math.min(60_000, milliseconds - passed));
  }
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  localStorage.clear();
  sessionStorage.clear();
  warnings = [];
  ends = [];
  putToken(minutes(180));
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('an idle session', () => {
  it('stays at 14:59 and ends at 15:00 [SESS-CONST-02]', () => {
    watch();
    vi.advanceTimersByTime(899_000);
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(ends).toEqual(['idle']);
  });

  it.each(['mousemove', 'keydown', 'touchstart'])('is kept by %s [SESS-CONST-02]', (name) => {
    watch();
    vi.advanceTimersByTime(minutes(14));
    dispatchEvent(new Event(name));
    vi.advanceTimersByTime(minutes(14));
    expect(ends).toEqual([]);
  });

  it('is asked about at 14:00 and no longer after activity [SESS-GAP-06]', () => {
    watch();
    vi.advanceTimersByTime(839_000);
    expect(warnings).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(warnings.at(-1)).toEqual({ cause: 'idle', secondsLeft: 60 });
    dispatchEvent(new Event('keydown'));
    vi.advanceTimersByTime(1000);
    expect(warnings.at(-1)).toBeNull();
  });

  it('ends on waking after the limit, although waking moves the mouse first', () => {
    watch();
    vi.setSystemTime(NOW + minutes(40));
    dispatchEvent(new Event('mousemove'));
    expect(ends).toEqual(['idle']);
  });
});

describe('an expiring session', () => {
  it('is noticed at the next three-minute check [SESS-CONST-01]', () => {
    putToken(minutes(9));
    watch();
    keepAwake(minutes(6) - 1000);
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(ends).toEqual(['expired']);
  });

  it('is announced a minute before [SESS-GAP-06]', () => {
    putToken(minutes(11));
    watch();
    keepAwake(minutes(5));
    expect(warnings.at(-1)).toEqual({ cause: 'expired', secondsLeft: 60 });
  });
});

describe('several tabs', () => {
  it('activity elsewhere keeps this one [SESS-GAP-05]', () => {
    watch();
    vi.advanceTimersByTime(minutes(10));
    stored.set('LAST_ACTIVITY', Date.now());
    dispatchEvent(new StorageEvent('storage', { key: 'LAST_ACTIVITY' }));
    vi.advanceTimersByTime(minutes(14));
    expect(ends).toEqual([]);
  });

  it('own activity is shared [SESS-GAP-05]', () => {
    watch();
    vi.advanceTimersByTime(minutes(1));
    dispatchEvent(new Event('keydown'));
    expect(stored.number('LAST_ACTIVITY')).toBe(NOW + minutes(1));
  });

  it('sign-out elsewhere ends this one [SESS-GAP-05]', () => {
    watch();
    dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(ends).toEqual(['signed-out']);
  });
});

describe('ending', () => {
  it('empties storage, writes the note of its cause and tells the sign-in page once [SESS-MSG-01]', () => {
    watch();
    const note = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    vi.stubGlobal('location', { replace: vi.fn() });
    localStorage.setItem('something', 'else');
    endSession('idle');
    expect(note).toHaveBeenCalledExactlyOnceWith('IDLE timeout');
    expect(localStorage.length).toBe(0);
    expect(location.replace).toHaveBeenCalledExactlyOnceWith('/');
    expect(takeEndNotice()).toBe('idle');
    expect(takeEndNotice()).toBeUndefined();
    endSession('expired');
    expect(note).toHaveBeenLastCalledWith('Session expired');
    vi.unstubAllGlobals();
  });
});
