// Strips EXIF, XMP, IPTC, comments, previews and trailing data from JPEG.

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, app0: 0xe0, app2: 0xe2, app14: 0xee, app15: 0xef, comment: 0xfe };

/** The stripped file with unchanged pixels; `undefined` if the file cannot be parsed. */
export function stripJpeg(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const code = bytes[at + 1] as number;
    if (code === 0xff) {
      at += 1;
      continue;
    }
    if (code === marker.end) return Buffer.concat([...parts, bytes.subarray(at, at + 2)]);
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return undefined;
    if (isPicture(code, bytes.subarray(at + 4, end))) parts.push(bytes.subarray(at, end));
    at = end;
    if (code !== marker.scan) continue;
    const next = endOfScan(bytes, at);
    parts.push(bytes.subarray(at, next));
    at = next;
  }
  return at + 2 <= bytes.length && bytes[at + 1] === marker.end
    ? Buffer.concat([...parts, bytes.subarray(at, at + 2)])
    : undefined;
}

/** Tables and frames, and the application segments that describe colours. */
function isPicture(code: number, content: Buffer): boolean {
  if (code === marker.comment) return false;
  if (code < marker.app0 || code > marker.app15) return true;
  const begins = (text: string) => content.toString('latin1', 0, text.length) === text;
  if (code === marker.app0) return begins('JFIF\0');
  if (code === marker.app2) return begins('ICC_PROFILE\0');
  return code === marker.app14 && begins('Adobe');
}

/** Entropy-coded data ends at the next marker that is neither a stuffed zero nor a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1] as number;
    const isData = code === 0 || code === 0xff || (code >= 0xd0 && code <= 0xd7);
    if (!isData) return at;
  }
  return bytes.length;
}
