/** Sentences about live services, beside those of `../messages.ts`. No addresses, no input, each with what can be done. */

const seconds = (ms: number): string => `${Math.max(1, Math.ceil(ms / 1000))} s`;

export const refused = (source: string, status: number): string =>
  `${source} refused the request (HTTP status ${status}); a smaller area, a shorter time or fewer options may be accepted.`;
export const forbidden = (source: string, status: number): string =>
  `${source} does not serve this client (HTTP status ${status}); the server operator can check network and terms of the service.`;
export const tooMany = (source: string, waitMs: number | null): string =>
  `${source} is limiting requests (HTTP status 429); ask again ${waitMs === null ? 'later' : `in ${seconds(waitMs)}`}.`;
export const broken = (source: string, status: number, waitMs: number | null): string =>
  `${source} is out of order (HTTP status ${status}); ask again ${waitMs === null ? 'later' : `in ${seconds(waitMs)}`}.`;
export const errorReport = (source: string, code: string | null): string =>
  `${source} answered with an error report instead of data${code === null ? '' : ` (${code})`}; ask for a smaller area, or again later.`;
export const webPage = (source: string): string =>
  `${source} answered with a web page instead of data; the service may have moved, or a proxy answered in its place.`;
export const cutAnswer = (source: string): string => `The answer of ${source} is cut or is no JSON; ask again.`;
export const tooLarge = (source: string): string =>
  `The answer of ${source} is larger than this server takes; ask for a smaller area or a shorter time.`;
export const outOfTime = (source: string): string =>
  `${source} did not answer within the time that a call may spend on live sources; ask for a smaller area, or again later.`;
export const insecureRedirect = (source: string): string =>
  `${source} redirected to an address that is not secure, which this server does not follow.`;
export const tooManyRedirects = (source: string): string => `${source} redirected without end; its address may have changed.`;
export const layersMissing = (source: string, layers: readonly string[], cause: string): string =>
  `partial: ${source} gave no answer for ${layers.join(', ')}, so what these layers hold is left out. ${cause}`;
export const pageMissing = (source: string, count: number, cause: string): string =>
  `partial: ${source} failed after ${count} records, so the counts are "at least". ${cause}`;
export const layersCut = (source: string): string =>
  `at_least: ${source} holds more features than it sent, so counts of this source are "at least"; ask for a smaller area.`;

// Earth Engine ----------------------------------------------------------------------------------------------------------------
export const earthEngineNeeds = (provider: string, needs: readonly string[]): string =>
  `${provider} needs Earth Engine, for which is missing: ${needs.join('; ')}.`;
export const earthEngineUnauthenticated = (): string =>
  'Earth Engine did not accept the credentials of the server; the server operator makes a new key for the service account.';
export const earthEngineDenied = (unregistered: boolean): string =>
  unregistered
    ? 'Earth Engine is not switched on for the configured project; the server operator registers the project for Earth Engine and enables its API.'
    : 'Earth Engine denied access; the server operator gives the service account the roles Earth Engine Resource Viewer and Service Usage Consumer in the project.';
export const earthEngineQuota = (): string =>
  'The Earth Engine quota of the project is used up for now; ask again later, or the server operator raises the quota.';
export const earthEngineNotFound = (): string =>
  'Earth Engine does not know the configured dataset or project; the server operator corrects GEOMAP_EARTHENGINE_PROJECT and the dataset variables.';
export const earthEngineTooLarge = (): string =>
  'The area is too large for one Earth Engine request; ask for a smaller area, or the server operator raises GEOMAP_EARTHENGINE_SCALE.';
export const earthEngineFailed = (status: number, word: string | null): string =>
  `Earth Engine failed (HTTP status ${status}${word === null ? '' : `, ${word}`}); ask again later.`;
export const earthEngineCredentials = (reason: string): string =>
  `The credentials for Earth Engine cannot be used (${reason}); the server operator gives GOOGLE_APPLICATION_CREDENTIALS the key file of a service account.`;
export const earthEngineToken = (reason: string): string =>
  `Google gave no access token for the credentials of the server (${reason}); the server operator checks key, clock and network.`;
export const landcoverFound = (classes: number): string =>
  `Land cover of the area: ${classes} class${classes === 1 ? '' : 'es'}, in percent of the pixels.`;
export const landcoverNone = (): string =>
  'The land-cover dataset has no pixels in the area. That is no evidence about the ground.';
export const populationFound = (label: string): string => `Population of the area: ${label}.`;
export const mixedYears = (dataset: string): string =>
  `The dataset ${dataset.replace(/[^A-Za-z0-9/_.-]/gu, '').slice(0, 80)} is not known to this server: when it holds several years, they are mixed.`;
export const coarserScale = (scale: number, wanted: number): string =>
  `The area was sampled at ${scale} m instead of ${wanted} m, because it has too many pixels; ask for a smaller area for finer figures.`;
