/** `unsupported`: no image of an accepted type; `too-large`: beyond a limit; `broken`: empty, cut or damaged. */
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
  /** Of all frames together. */
  pixels: number;
  /** For each step of the work on an image. */
  seconds: number;
}
