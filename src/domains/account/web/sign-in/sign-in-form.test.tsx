// @vitest-environment jsdom
// @vitest-environment-options { "alone": "a form with its human check replaced" }
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { show } from '#platform/web/testing/render.tsx';
import signin from '../i18n/signin.en.json' with { type: 'json' };
import { SignInForm } from './sign-in-form.tsx';

// The widget needs workers; its place in the form is what is tested here, itself in the browser tests.
vi.mock('./human-check.tsx', () => ({
  HumanCheck: ({ onAnswer }: { onAnswer: (answer: string) => void }) => (
    <button type="button" onClick={() => onAnswer('solved')}>
      human
    </button>
  ),
}));

const network = vi.fn<typeof fetch>();
const user = {
  id: 1,
  role: 'agency',
  name: 'Mina',
  email: 'mina@shop.example',
  publisher: [],
  vendor: [],
  fraud_type: [],
};
const onAnswer = vi.fn(async () => undefined);

const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const submit = (): void => {
  fireEvent.submit(screen.getByRole('button', { name: /Sign/ }));
};
const fill = (): void => {
  type('Email', 'mina@shop.example');
  type('Password', 'secret');
  fireEvent.click(screen.getByText('human'));
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const failure = (): string => screen.getAllByRole('alert')[0]?.textContent ?? '';
const refuse = (status: number, body: object) =>
  network.mockResolvedValue(new Response(JSON.stringify(body), { status }));

beforeEach(async () => {
  localStorage.clear();
  network.mockReset();
  onAnswer.mockClear();
  vi.stubGlobal('fetch', network);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await show(<SignInForm onAnswer={onAnswer} />, { signin });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the sign-in form', () => {
  it.each([
    ['', 'Email is required', 'AUTH-MSG-04'],
    ['ab', 'Minimum 3 symbols', 'AUTH-MSG-02'],
    ['abc', 'Wrong email format', 'AUTH-MSG-01'],
    [`${'a'.repeat(45)}@b.com`, 'Maximum 50 symbols', 'AUTH-MSG-03'],
  ])('says about the email %j: %s [%s]', async (email, message) => {
    type('Email', email);
    submit();
    expect(
      document.getElementById(screen.getByLabelText('Email').getAttribute('aria-describedby') ?? '')?.textContent,
    ).toBe(message);
    await pass(2000);
    expect(network).not.toHaveBeenCalled();
  });

  it.each([
    ['', ' No password provided.', 'AUTH-MSG-05'],
    ['ab', 'Minimum 3 symbols', 'AUTH-MSG-02'],
    ['a'.repeat(51), 'Maximum 50 symbols', 'AUTH-MSG-03'],
  ])('says about the password %j: %j [%s]', (password, message) => {
    type('Password', password);
    submit();
    expect(
      document.getElementById(screen.getByLabelText('Password').getAttribute('aria-describedby') ?? '')?.textContent,
    ).toBe(message);
  });

  it('masks the password and lets it be pasted and filled in by a password manager', async () => {
    const password = screen.getByLabelText<HTMLInputElement>('Password');
    const email = screen.getByLabelText<HTMLInputElement>('Email');
    expect([password.type, password.autocomplete, email.autocomplete]).toEqual([
      'password',
      'current-password',
      'username',
    ]);
    vi.useRealTimers();
    const person = userEvent.setup();
    await person.click(password);
    await person.paste('päste me, 48 characters #$^{} of a password store');
    expect(password.value).toBe('päste me, 48 characters #$^{} of a password store');
    expect(password.type).toBe('password');
  });

  it('asks for the human check before anything is sent [AUTH-MSG-06]', async () => {
    type('Email', 'mina@shop.example');
    type('Password', 'secret');
    submit();
    expect(screen.getByText('Please complete the Turnstile verification')).toBeDefined();
    await pass(2000);
    expect(network).not.toHaveBeenCalled();
  });

  it('sends one call, one second after the click, however often it is clicked [AUTH-STATE-01]', async () => {
    network.mockResolvedValue(
      new Response(JSON.stringify({ status: true, message: 'Login success', token: 'a.b.c', user })),
    );
    fill();
    submit();
    submit();
    await pass(999);
    expect(network).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Signing/ }).disabled).toBe(true);
    await pass(1);
    await pass(0);
    expect(network).toHaveBeenCalledTimes(1);
    expect(network.mock.calls[0]?.[0]).toBe('/api/user/login');
    expect(JSON.parse(String(network.mock.calls[0]?.[1]?.body))).toEqual({
      email: 'mina@shop.example',
      password: 'secret',
      turnstile_token: 'solved',
    });
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ token: 'a.b.c', user }));
  });

  it('shows a refusal above the form and asks for a new human check [AUTH-MSG-20]', async () => {
    refuse(401, { status: false, code: 'bad_credentials', message: 'Invalid email or password', request_id: 'r' });
    fill();
    submit();
    await pass(1000);
    await pass(0);
    expect(failure()).toBe('Invalid email or password');
    expect(localStorage.length).toBe(0);
    expect(network).toHaveBeenCalledTimes(1);
  });

  it('shows any other message as returned [AUTH-MSG-20]', async () => {
    refuse(403, { status: false, code: 'forbidden', message: 'This account is disabled', request_id: 'r' });
    fill();
    submit();
    await pass(1000);
    await pass(0);
    expect(failure()).toBe('This account is disabled');
  });

  it('has a generic text for an answer without token and message [AUTH-MSG-21]', async () => {
    refuse(200, { status: true });
    fill();
    submit();
    await pass(1000);
    await pass(0);
    expect(failure()).toBe('The login detail is incorrect');
  });
});
