import sharp from 'sharp';
import { expect, test } from 'vitest';
import { animatedGif, avif, jpeg, png } from '../../test/support/media/images.ts';
import { makeVariants, planVariants } from './variants.ts';

const limits = { bytes: 1_000_000, pixels: 20_000_000, seconds: 20 };

test.each<[width: number, height: number, sizes: string[]]>([
  [150, 150, []],
  [151, 10, ['thumbnail 150x10']],
  [300, 300, ['thumbnail 150x150']],
  [400, 160, ['medium 300x120', 'thumbnail 150x150']],
  [768, 768, ['medium 300x300', 'thumbnail 150x150']],
  [769, 100, ['medium 300x39', 'thumbnail 150x100', 'medium_large 768x100']],
  [1000, 600, ['medium 300x180', 'thumbnail 150x150', 'medium_large 768x461']],
  [2000, 1000, ['medium 300x150', 'large 1024x512', 'thumbnail 150x150', 'medium_large 768x384']],
  [800, 4000, ['medium 60x300', 'large 205x1024', 'thumbnail 150x150', 'medium_large 768x3840']],
  [20, 4000, ['medium 2x300', 'large 5x1024', 'thumbnail 20x150']],
  [20_000, 1, ['medium 300x1', 'large 1024x1', 'thumbnail 150x1', 'medium_large 768x1']],
])('An image of %d x %d pixels has the renditions %j', (width, height, sizes) => {
  const planned = planVariants({ width, height }).map((plan) => `${plan.name} ${plan.width}x${plan.height}`);
  expect(planned).toEqual(sizes);
});

test.each([
  ['jpeg', jpeg, 'jpeg'],
  ['png', png, 'png'],
  ['avif', avif, 'heif'],
] as const)('renditions of %s are of its type and as large as they say', async (type, make, format) => {
  const size = { width: 1100, height: 500 };
  const variants = await makeVariants(await make(size), type, size, limits);
  expect(variants.map(({ name }) => name)).toEqual(['medium', 'large', 'thumbnail', 'medium_large']);
  for (const variant of variants) {
    const { width, height, format: found } = await sharp(variant.bytes).metadata();
    expect({ width, height, found }).toEqual({ width: variant.width, height: variant.height, found: format });
  }
});

test('A thumbnail is cropped at the centre, without distortion', async () => {
  const middle = await png({ width: 200, height: 200, colour: '#ff0000' });
  const wide = await sharp(await png({ width: 600, height: 200, colour: '#0000ff' }))
    .composite([{ input: middle, left: 200, top: 0 }])
    .png()
    .toBuffer();
  const variants = await makeVariants(wide, 'png', { width: 600, height: 200 }, limits);
  const thumbnail = variants.find(({ name }) => name === 'thumbnail');
  const corner = await sharp(thumbnail?.bytes).extract({ left: 3, top: 3, width: 1, height: 1 }).raw().toBuffer();
  expect([...corner.subarray(0, 3)]).toEqual([255, 0, 0]);
});

test('Renditions of an animation are stills in full colour', async () => {
  const size = { width: 400, height: 200 };
  const variants = await makeVariants(await animatedGif(3, size), 'gif', size, limits);
  for (const variant of variants) {
    expect(variant.type).toBe('png');
    expect((await sharp(variant.bytes).metadata()).pages).toBeUndefined();
  }
});

test('Renditions keep transparency', async () => {
  const size = { width: 400, height: 200 };
  const seeThrough = sharp({ create: { ...size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } } });
  const [medium] = await makeVariants(await seeThrough.webp().toBuffer(), 'webp', size, limits);
  expect((await sharp(medium?.bytes).metadata()).hasAlpha).toBe(true);
});
