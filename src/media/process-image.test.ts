import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  animatedGif,
  avif,
  gif,
  hugePng,
  jpeg,
  png,
  pngChunk,
  rotatedPhoto,
  svg,
  webp,
} from '../../test/support/media/images.ts';
import { type ImageFault, type ImageLimits, ImageRefused } from './image-refused.ts';
import type { ImageType } from './image-type.ts';
import { processImage } from './process-image.ts';

const limits: ImageLimits = { bytes: 1_000_000, pixels: 2_000_000, seconds: 20 };

async function faultOf(bytes: Buffer, changed: Partial<ImageLimits> = {}): Promise<ImageFault | undefined> {
  try {
    await processImage(bytes, { ...limits, ...changed });
    return undefined;
  } catch (error) {
    if (error instanceof ImageRefused) return error.fault;
    throw error;
  }
}

const makers: [type: ImageType, make: () => Promise<Buffer>][] = [
  ['png', png],
  ['jpeg', jpeg],
  ['webp', webp],
  ['avif', avif],
  ['gif', gif],
];

describe.each(makers)('images of the type %s', (type, make) => {
  test('An image without metadata is stored unchanged', async () => {
    const bytes = await make();
    const image = await processImage(bytes, limits);
    expect(image).toMatchObject({ type, width: 40, height: 30, variants: [] });
    expect(image.bytes.equals(bytes)).toBe(true);
  });

  test.each([0.5, 0.9, 0.99])('An image cut to %d of its length is refused', async (part) => {
    const bytes = await make();
    expect(await faultOf(bytes.subarray(0, Math.floor(bytes.length * part)))).toBe('broken');
  });
});

describe('refused files', () => {
  const texts: [name: string, bytes: Buffer, fault: ImageFault][] = [
    ['nothing', Buffer.alloc(0), 'broken'],
    ['SVG', svg, 'unsupported'],
    ['SVG after white space', Buffer.concat([Buffer.from('\n  <?xml version="1.0"?>'), svg]), 'unsupported'],
    ['HTML', Buffer.from('<!doctype html><img src=x onerror=alert(1)>'), 'unsupported'],
    ['PDF', Buffer.from('%PDF-1.7\n'), 'unsupported'],
    ['a program', Buffer.from('MZ\x90\0\x03'), 'unsupported'],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'), 'unsupported'],
    ['the beginning of a JPEG alone', Buffer.from([0xff, 0xd8, 0xff]), 'broken'],
    ['the beginning of a GIF with text after it', Buffer.from('GIF89a<script>alert(1)</script>'), 'broken'],
    ['the beginning of a WebP alone', Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1'), 'broken'],
    ['a PNG of 30,000 x 30,000 pixels', hugePng(30_000, 30_000), 'too-large'],
    ['a PNG without pixels', hugePng(0, 10), 'broken'],
    ['a PNG with fewer pixels than it declares', hugePng(100, 100), 'broken'],
  ];
  test.each(texts)('A file is refused: %s', async (_, bytes, fault) => {
    expect(await faultOf(bytes)).toBe(fault);
  });

  test('TIFF and BMP are refused', async () => {
    const tiff = await sharp(await png())
      .tiff()
      .toBuffer();
    expect(await faultOf(tiff)).toBe('unsupported');
    expect(await faultOf(Buffer.from('BM\0\0\0\0', 'latin1'))).toBe('unsupported');
  });

  test('An image with more bytes than allowed is refused', async () => {
    const bytes = await jpeg();
    expect(await faultOf(bytes, { bytes: bytes.length - 1 })).toBe('too-large');
    expect(await faultOf(bytes, { bytes: bytes.length })).toBeUndefined();
  });

  test('An image with more pixels than allowed, in all frames together, is refused', async () => {
    expect(await faultOf(await png({ width: 100, height: 50 }), { pixels: 4999 })).toBe('too-large');
    expect(await faultOf(await png({ width: 100, height: 50 }), { pixels: 5000 })).toBeUndefined();
    expect(await faultOf(await animatedGif(5), { pixels: 5 * 1200 - 1 })).toBe('too-large');
    expect(await faultOf(await animatedGif(5), { pixels: 5 * 1200 })).toBeUndefined();
    const animated = await withFrames(1000);
    expect(await faultOf(animated, { pixels: 1000 * 1200 - 1 })).toBe('too-large');
  });

  test('A JPEG with garbage in its pixels is refused', async () => {
    const bytes = await sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer();
    // A marker at the end makes the result deterministic.
    bytes.fill(0xff, 20_000, 20_500);
    bytes[20_500] = 0xd9;
    expect(await faultOf(bytes)).toBe('broken');
  });
});

/** A PNG with an animation header. */
async function withFrames(count: number): Promise<Buffer> {
  const bytes = await png();
  const control = Buffer.alloc(8);
  control.writeUInt32BE(count, 0);
  return Buffer.concat([bytes.subarray(0, 33), pngChunk('acTL', control), bytes.subarray(33)]);
}

describe('unusual forms of accepted types', () => {
  const forms: [name: string, make: () => Promise<Buffer>][] = [
    [
      'progressive JPEG',
      async () =>
        sharp(await png())
          .jpeg({ progressive: true })
          .toBuffer(),
    ],
    [
      'JPEG with optimised scans',
      async () =>
        sharp(await png())
          .jpeg({ mozjpeg: true })
          .toBuffer(),
    ],
    [
      'grey JPEG',
      async () =>
        sharp(await png())
          .greyscale()
          .jpeg()
          .toBuffer(),
    ],
    [
      'interlaced PNG with a palette',
      async () =>
        sharp(await png())
          .png({ palette: true, progressive: true })
          .toBuffer(),
    ],
    [
      'PNG of 16 bits',
      async () =>
        sharp(await png())
          .toColourspace('rgb16')
          .png()
          .toBuffer(),
    ],
    [
      'lossless WebP',
      async () =>
        sharp(await png())
          .webp({ lossless: true })
          .toBuffer(),
    ],
    [
      'WebP with alpha',
      async () =>
        sharp(await png())
          .ensureAlpha(0.5)
          .webp()
          .toBuffer(),
    ],
    [
      'animated WebP',
      async () =>
        sharp(await animatedGif(3), { animated: true })
          .webp()
          .toBuffer(),
    ],
    [
      'AVIF with alpha',
      async () =>
        sharp(await png())
          .ensureAlpha(0.5)
          .avif({ effort: 0 })
          .toBuffer(),
    ],
  ];
  test.each(forms)('An image keeps its form: %s', async (_, make) => {
    const bytes = await make();
    expect((await processImage(bytes, limits)).bytes.equals(bytes)).toBe(true);
  });
});

test('An image damaged anywhere is either accepted or refused', async () => {
  for (const [, make] of makers) {
    const whole = await make();
    for (let at = 8; at < whole.length; at += Math.ceil(whole.length / 60)) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] as number) ^ 0xff;
      await faultOf(damaged);
    }
  }
});

describe('metadata', () => {
  test('A photo is turned upright and loses its location', async () => {
    const photo = await rotatedPhoto();
    expect((await sharp(photo).metadata()).exif?.includes('Camera Maker')).toBe(true);
    const { bytes, width, height } = await processImage(photo, limits);
    expect([width, height]).toEqual([200, 300]);
    const metadata = await sharp(bytes).metadata();
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual(
      [].concat(Array(4).fill(undefined) as never),
    );
    const top = await sharp(bytes).extract({ left: 100, top: 20, width: 1, height: 1 }).raw().toBuffer();
    expect(top[0]).toBeGreaterThan(200);
    expect(bytes.includes('Camera Maker')).toBe(false);
  });

  const withExif: [type: ImageType, make: () => Promise<Buffer>][] = [
    [
      'jpeg',
      async () =>
        sharp(await png())
          .withExif({ IFD0: { Make: 'Hidden' } })
          .jpeg()
          .toBuffer(),
    ],
    [
      'png',
      async () =>
        sharp(await png())
          .withExif({ IFD0: { Make: 'Hidden' } })
          .png()
          .toBuffer(),
    ],
    [
      'webp',
      async () =>
        sharp(await png())
          .withExif({ IFD0: { Make: 'Hidden' } })
          .webp()
          .toBuffer(),
    ],
    [
      'avif',
      async () =>
        sharp(await png())
          .withExif({ IFD0: { Make: 'Hidden' } })
          .avif({ effort: 0 })
          .toBuffer(),
    ],
  ];
  test.each(withExif)('EXIF of %s is removed', async (type, make) => {
    const before = await make();
    expect(before.includes('Hidden')).toBe(true);
    const { bytes } = await processImage(before, limits);
    expect(bytes.includes('Hidden')).toBe(false);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    // The header of an extended WebP file says which metadata follow.
    if (type === 'webp') expect((bytes[20] as number) & 0x0c).toBe(0);
    expect(await pixelsOf(bytes)).toEqual(type === 'avif' ? expect.anything() : await pixelsOf(before));
  });

  test('Comments, private segments and trailing data of a JPEG are removed', async () => {
    const clean = await jpeg();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 8]), Buffer.from('Hidden')]);
    const secret = Buffer.concat([Buffer.from([0xff, 0xe5, 0, 8]), Buffer.from('Hidden')]);
    const dirty = Buffer.concat([clean.subarray(0, 2), comment, secret, clean.subarray(2), Buffer.from('Hidden')]);
    expect((await processImage(dirty, limits)).bytes.equals(clean)).toBe(true);
  });

  test('Text, dates and trailing data of a PNG are removed', async () => {
    const clean = await png();
    const dirty = Buffer.concat([
      clean.subarray(0, 33),
      pngChunk('tEXt', Buffer.from('Raw profile type exif\0Hidden')),
      pngChunk('tIME', Buffer.alloc(7)),
      clean.subarray(33),
      Buffer.from('PK\x03\x04Hidden'),
    ]);
    expect((await processImage(dirty, limits)).bytes.equals(clean)).toBe(true);
  });

  test('Comments of a GIF are removed, but not its frames and loop count', async () => {
    const clean = await animatedGif(3);
    const trailer = clean.length - 1;
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 6]), Buffer.from('Hidden'), Buffer.from([0])]);
    const dirty = Buffer.concat([clean.subarray(0, trailer), comment, clean.subarray(trailer), Buffer.from('Hidden')]);
    const { bytes } = await processImage(dirty, limits);
    expect(bytes.equals(clean)).toBe(true);
    expect((await sharp(bytes).metadata()).pages).toBe(3);
  });

  test('XMP of a WebP is removed', async () => {
    const before = await sharp(await png())
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><Hidden/></x:xmpmeta>')
      .webp()
      .toBuffer();
    const { bytes } = await processImage(before, limits);
    expect(bytes.includes('Hidden')).toBe(false);
    expect((await sharp(bytes).metadata()).xmp).toBeUndefined();
  });
});

describe('colours', () => {
  test('A colour profile is kept with pixels that depend on it', async () => {
    const wide = await sharp(await png())
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const { bytes } = await processImage(wide, limits);
    expect((await sharp(bytes).metadata()).icc).toBeDefined();
  });

  test('A CMYK image is converted to sRGB', async () => {
    const print = await sharp(await png())
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    expect((await sharp(print).metadata()).space).toBe('cmyk');
    const { bytes } = await processImage(print, limits);
    expect((await sharp(bytes).metadata()).space).toBe('srgb');
  });
});

const pixelsOf = async (bytes: Buffer) => [...(await sharp(bytes).raw().toBuffer())].slice(0, 30);

describe('decompression bombs', () => {
  const bomb = deflateSync(Buffer.alloc(50_000_000));
  const withChunks = async (...added: Buffer[]) => {
    const whole = await png({ width: 20, height: 10 });
    // After the header.
    return Buffer.concat([whole.subarray(0, 33), ...added, whole.subarray(33)]);
  };
  test.each([
    ['a colour profile', [pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), bomb]))]],
    ['the pixels', [pngChunk('IDAT', bomb)]],
    ['the pixels in two parts', [pngChunk('IDAT', bomb.subarray(0, 9000)), pngChunk('IDAT', bomb.subarray(9000))]],
  ])('%s', async (_, chunks) => {
    expect(await faultOf(await withChunks(...chunks))).toBe('too-large');
  });

  test('Compressed text is removed without being unpacked', async () => {
    const text = pngChunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), bomb]));
    const { bytes } = await processImage(await withChunks(text), limits);
    expect(bytes.length).toBeLessThan(1000);
  });

  test('Images of all depths and layouts are accepted', async () => {
    for (const options of [{ palette: true }, { progressive: true }, { bitdepth: 1, palette: true }] as const) {
      const noise = await sharp({
        create: {
          width: 333,
          height: 111,
          channels: 4,
          background: 'red',
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      } as never)
        .png(options)
        .toBuffer();
      expect((await processImage(noise, limits)).width).toBe(333);
    }
    const deep = await sharp(await png({ width: 64, height: 64 }))
      .toColourspace('rgb16')
      .ensureAlpha()
      .png({ compressionLevel: 0, progressive: true })
      .toBuffer();
    expect((await processImage(deep, limits)).width).toBe(64);
  });
});

test('A JPEG with stray bytes between two segments, against the standard, is accepted', async () => {
  const bytes = await jpeg();
  const afterFirstSegment = 4 + bytes.readUInt16BE(4);
  const stray = Buffer.concat([
    bytes.subarray(0, afterFirstSegment),
    Buffer.alloc(3),
    bytes.subarray(afterFirstSegment),
  ]);
  const { type, width } = await processImage(stray, limits);
  expect({ type, width }).toEqual({ type: 'jpeg', width: (await sharp(bytes).metadata()).width });
});
