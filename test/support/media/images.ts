// Generates images for tests.
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

interface Look {
  width?: number;
  height?: number;
  /** Another colour gives another file. */
  colour?: string;
}

const plain = ({ width = 40, height = 30, colour = '#3366cc' }: Look = {}) =>
  sharp({ create: { width, height, channels: 3, background: colour } });

export const png = (look?: Look): Promise<Buffer> => plain(look).png().toBuffer();
export const jpeg = (look?: Look): Promise<Buffer> => plain(look).jpeg().toBuffer();
export const webp = (look?: Look): Promise<Buffer> => plain(look).webp().toBuffer();
export const avif = (look?: Look): Promise<Buffer> => plain(look).avif({ effort: 0 }).toBuffer();
export const gif = (look?: Look): Promise<Buffer> => plain(look).gif().toBuffer();

/** Displayed with red above blue; stored rotated by its EXIF orientation, with GPS coordinates. */
export async function rotatedPhoto(): Promise<Buffer> {
  const above = await plain({ width: 200, height: 150, colour: '#ff0000' }).png().toBuffer();
  const upright = await plain({ width: 200, height: 300, colour: '#0000ff' })
    .composite([{ input: above, top: 0, left: 0 }])
    .png()
    .toBuffer();
  return sharp(upright).rotate(270).withExif(whereAndWhen).withMetadata({ orientation: 6 }).jpeg().toBuffer();
}

const whereAndWhen = {
  IFD0: { Make: 'Camera Maker', Copyright: 'Somebody' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
};

/** Frames of different colours. */
export async function animatedGif(frames: number, look: Look = {}): Promise<Buffer> {
  const { width = 40, height = 30 } = look;
  const pages = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      plain({ width, height, colour: `rgb(${(index * 37) % 256},${(index * 91) % 256},80)` })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(pages, { join: { animated: true } })
    .gif({ delay: pages.map(() => 100) })
    .toBuffer();
}

/** Declares these dimensions, but contains hardly any data. */
export function hugePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(Buffer.alloc(100))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(name: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(name, 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, content.length + 8)), content.length + 8);
  return chunk;
}

export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
