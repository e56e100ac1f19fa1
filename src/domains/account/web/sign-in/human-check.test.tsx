// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { show } from '#platform/web/testing/render.tsx';
import signin from '../i18n/signin.en.json' with { type: 'json' };
import { HumanCheck } from './human-check.tsx';
import { TURNSTILE_SCRIPT } from './turnstile-widget.ts';

const onAnswer = vi.fn<(answer: string) => void>();
const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script')].filter(({ src }) => src !== '');
const offered = (check: object) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ site_key: '', challenge: null, ...check })));
/** What Cloudflare's script would have brought along. */
const render = vi.fn();
const remove = vi.fn();
const arrive = (): void => {
  window.turnstile = { render, remove };
  fireEvent.load(scripts()[0] ?? document);
};

beforeEach(() => {
  onAnswer.mockClear();
  render.mockReset().mockReturnValue('widget 1');
  remove.mockReset();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const script of scripts()) script.remove();
  delete window.turnstile;
});

describe('the human check by Turnstile', () => {
  it('says when the script does not load, and loads it on request [AUTH-MSG-07]', async () => {
    offered({ provider: 'turnstile', site_key: 'the key' });
    await show(<HumanCheck onAnswer={onAnswer} />, { signin });
    await vi.waitFor(() => expect(scripts().map(({ src }) => src)).toEqual([TURNSTILE_SCRIPT]));
    fireEvent.error(scripts()[0] ?? document);
    await screen.findByText('Failed to load Turnstile. Please try again.');
    expect(scripts()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await vi.waitFor(() => expect(scripts()).toHaveLength(1));
    arrive();
    await vi.waitFor(() => expect(render).toHaveBeenCalledOnce());
    expect(screen.queryByText('Failed to load Turnstile. Please try again.')).toBeNull();
  });

  it('hands over the answer, takes it back when it expires, and takes the widget away with the form', async () => {
    offered({ provider: 'turnstile', site_key: 'the key' });
    const { unmount } = await show(<HumanCheck onAnswer={onAnswer} />, { signin });
    await vi.waitFor(() => expect(render).toHaveBeenCalledOnce());
    const [, options] = render.mock.calls[0] ?? [];
    expect(options).toMatchObject({ sitekey: 'the key', language: 'en' });
    act(() => options.callback('an answer'));
    expect(onAnswer).toHaveBeenLastCalledWith('an answer');
    act(() => options['expired-callback']());
    expect(onAnswer).toHaveBeenLastCalledWith('');
    act(() => options['error-callback']());
    expect(screen.getByText('Failed to load Turnstile. Please try again.')).toBeDefined();
    unmount();
    expect(remove).toHaveBeenCalledWith('widget 1');
  });
});

describe('the human check without keys', () => {
  it('asks nobody outside for a script', async () => {
    offered({ provider: 'altcha', challenge: {} });
    await show(<HumanCheck onAnswer={onAnswer} />, { signin });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(scripts()).toEqual([]);
    expect(render).not.toHaveBeenCalled();
  });
});
