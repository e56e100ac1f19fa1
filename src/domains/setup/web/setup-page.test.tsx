// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stored } from '#platform/web/session/stored.ts';
import { show } from '#platform/web/testing/render.tsx';
import texts from './i18n/setup.en.json' with { type: 'json' };
import { SetupPage, type SetupState } from './setup-page.tsx';

const made = { package_name: 'shop.example', package_title: 'Shop' };
const user = { id: 1, role: 'admin', name: 'Ada', email: 'ada@example.com', publisher: [], vendor: [], fraud_type: [] };
const onLeave = vi.fn();
const PackageForm = ({ onCreated }: { onCreated: (info: never) => void }) => (
  <button type="button" onClick={() => onCreated(made as never)}>
    make package
  </button>
);
const page = (state: SetupState) =>
  show(<SetupPage state={state} token="once" PackageForm={PackageForm} onLeave={onLeave} />, { setup: texts });
const answer = (status: number, body: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(body), { status })),
  );

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function fill(password: string): Promise<void> {
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Create administrator' }));
}

describe('the first run', () => {
  it('goes from administrator over package to the import page, signed in as after signing in', async () => {
    answer(200, { status: true, message: '', token: 'a.b.c', user });
    await page('open');
    await fill('long enough');
    await userEvent.click(await screen.findByText('make package'));
    expect(stored.text('token')).toBe('a.b.c');
    expect(screen.getByText('Shop is ready')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Choose a file' }));
    expect(onLeave).toHaveBeenCalledWith('/traffic/import?package=shop.example');
  });

  it('asks for nothing from the server while a field is wrong', async () => {
    answer(200, {});
    await page('open');
    await fill('short');
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('says what to do about a wrong link', async () => {
    answer(403, {
      status: false,
      code: 'forbidden',
      message: 'This first-run link is used up or wrong',
      request_id: 'x',
    });
    await page('open');
    await fill('long enough');
    expect((await screen.findByText(/Restart Adsieve/)).getAttribute('role')).toBe('alert');
    expect(stored.has('token')).toBe(false);
  });

  it('offers no form when the link is used up, and goes on where a reload broke off', async () => {
    await page('done');
    expect(screen.getByText('This link has been used')).toBeTruthy();
    expect(screen.queryByLabelText('Email')).toBeNull();
    cleanup();
    await page('signed_in');
    expect(screen.getByText('make package')).toBeTruthy();
  });
});
