/** `unsupported`: not an accepted image type; `too-large`: beyond a limit; `broken`: empty, truncated or damaged. */
export type ImageFault = 'unsupported' | 'too-large' | 'broken';

export class ImageRefused extends Error {
  readonly fault: ImageFault;
  constructor(fault: ImageFault, cause?: unknown) {
    super(`image refused: ${fault}`, { cause });
    this.fault = fault;
  }
}

export interface ImageLimits {
  bytes: number;
  /** Pixels of all frames together. */
  pixels: number;
  /** Timeout of each processing step. */
  seconds: number;
}
