import { ApiError } from '../../core/api-error.ts';
import type { BodyLimit } from '../../http/request/collect-body.ts';
import { type ImageLimits, ImageRefused } from '../../media/image-refused.ts';

/** Allowance for the other parts of a multipart form. */
const formBytes = 64 * 1024;

export const limitsAsText = ({ bytes, pixels }: ImageLimits) => ({
  mebibytes: Math.round((bytes / (1024 * 1024)) * 10) / 10,
  megapixels: Math.round(pixels / 100_000) / 10,
});

const tooLarge = (limits: ImageLimits): ApiError =>
  new ApiError('rest_upload_too_large', { args: limitsAsText(limits) });

export const uploadLimit = (limits: ImageLimits): BodyLimit => ({
  bytes: limits.bytes + formBytes,
  tooLarge: () => tooLarge(limits),
});

/** API error for a refused upload. Rethrows other errors. */
export function uploadError(error: unknown, limits: ImageLimits): ApiError {
  if (!(error instanceof ImageRefused)) throw error;
  switch (error.fault) {
    case 'unsupported':
      return new ApiError('rest_upload_unsupported_type');
    case 'too-large':
      return tooLarge(limits);
    case 'broken':
      return new ApiError('rest_upload_invalid');
  }
}
