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
