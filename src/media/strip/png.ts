import { ascii } from '../image-type.ts';

const chunks = new Set(
  'IHDR,PLTE,IDAT,IEND,tRNS,gAMA,cHRM,sRGB,iCCP,cICP,mDCV,cLLI,sBIT,bKGD,pHYs,acTL,fcTL,fdAT'.split(','),
);
const frame = 12;

/** Drops text, EXIF, dates, private chunks and trailing data; `undefined` if the file cannot be parsed. */
export function stripPng(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [bytes.subarray(0, 8)];
  for (let at = 8; at + frame <= bytes.length; ) {
    const end = at + frame + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    const name = ascii(bytes, at + 4, at + 8);
    if (chunks.has(name)) parts.push(bytes.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(parts);
    at = end;
  }
  return undefined;
}
