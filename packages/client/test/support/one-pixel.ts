import sharp from 'sharp';

const point = { width: 1, height: 1, channels: 3, background: '#f00' } as const;
export const onePixelPng = new Uint8Array(await sharp({ create: point }).png().toBuffer());
