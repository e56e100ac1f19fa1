import sharp from 'sharp';

/** A picture of one colour. */
export const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0b7285' } })
    .png()
    .toBuffer();

/** As a form sends it. */
export const blob = (bytes: Buffer, type = 'image/png') => new Blob([new Uint8Array(bytes)], { type });
