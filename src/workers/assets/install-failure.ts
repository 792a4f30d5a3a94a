import { type GeomapError, isGeomapError } from '../../domain/errors/geomap-error.ts';
import { assetInstallFailed, type InstallReason, type Preparation } from '../../domain/errors/routes.ts';

/** Makes the failure of one asset; `logReason` is for the operator's log only. */
export type Fail = (reason: InstallReason, logReason: string) => GeomapError;

export const failureOf =
  (kind: Preparation, assetId: string): Fail =>
  (reason, logReason) =>
    assetInstallFailed(kind, { assetId, reason, logReason });

const DISK =
  /^(ENOSPC|EDQUOT|EROFS|EACCES|EPERM|EIO|ENOTDIR|EISDIR|EEXIST|ENOTEMPTY|EMFILE|ENFILE|EXDEV|ENOENT|ELOOP|ENAMETOOLONG|EBUSY|EFBIG|SQLITE_(CANTOPEN|READONLY|FULL|IOERR)\w*)$/;

/** System errors of files become `disk` (W-75), coded failures and bugs of ours pass unchanged. */
export function asInstallFailure(error: unknown, fail: Fail): unknown {
  if (isGeomapError(error) || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return DISK.test(code) ? fail('disk', code) : error;
}
