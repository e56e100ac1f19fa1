// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#platform/web/api/api-error.ts';
import { show } from '#platform/web/testing/render.tsx';
import { DropZone } from './drop-zone.tsx';
import texts from './i18n/import.en.json' with { type: 'json' };
import type { StoredFile, Upload } from './use-upload.ts';

const idle: Upload = { progress: null, error: null, start: async () => undefined, stop: () => undefined };
const stored: StoredFile = { id: '1', name: 'clicks.csv', bytes: 3 };
const file = new File(['a,b'], 'clicks.csv');
const zone = (over: Partial<Upload>, onStored = vi.fn()) =>
  show(<DropZone upload={{ ...idle, ...over }} onStored={onStored} />, { import: texts });

afterEach(cleanup);

describe('the place to drop a file on', () => {
  it('takes a dropped and a chosen file alike', async () => {
    const [start, onStored] = [vi.fn(async () => stored), vi.fn()];
    const { container } = await zone({ start }, onStored);
    fireEvent.drop(screen.getByRole('region'), { dataTransfer: { files: [file] } });
    const input = container.querySelector('input');
    if (input) await userEvent.upload(input, file);
    await waitFor(() => expect(onStored).toHaveBeenCalledTimes(2));
    expect(start).toHaveBeenCalledWith(file);
  });

  it('shows how far an upload is and lets it be stopped', async () => {
    const stop = vi.fn();
    await zone({ progress: { name: 'clicks.csv', sent: 500_000, total: 2_000_000 }, stop });
    expect(screen.getByText('500 kB of 2 MB')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(stop).toHaveBeenCalled();
  });

  it('says in words why a file was refused', async () => {
    await zone({ error: new ApiError('refused', 'clicks.csv is empty.') });
    expect(screen.getByRole('alert').textContent).toBe('clicks.csv is empty.');
  });
});
