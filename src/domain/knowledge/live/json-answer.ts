import { providerFailed } from '../failures.ts';
import * as say from '../messages.ts';
import type { HttpAnswer } from '../ports.ts';
import * as live from './live-messages.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const SHORT_CODE = /^[A-Za-z0-9_.-]{1,40}$/;
const shortCode = (value: unknown): string | null => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && SHORT_CODE.test(text) ? text : null;
};

/** Failure for a status that brings no data. */
function statusFailure({ status, retryAfterMs = null }: HttpAnswer, label: string): string {
  if (status === 429) return live.tooMany(label, retryAfterMs);
  if (status >= 500) return live.broken(label, status, retryAfterMs);
  if (status === 401 || status === 403 || status === 407) return live.forbidden(label, status);
  if (status === 400 || status === 413 || status === 414) return live.refused(label, status);
  return say.httpStatus(label, status);
}

/** What a text that is no JSON is: an OGC exception report, a web page, or a cut answer. */
function textFailure({ text, contentType }: HttpAnswer, label: string): string {
  const head = text.slice(0, 2000).trimStart();
  if (/^<\?xml|^<(?:\w+:)?(?:ExceptionReport|ServiceExceptionReport)/iu.test(head) && /Exception/u.test(head))
    return live.errorReport(label, shortCode(/(?:exceptionCode|code)\s*=\s*["']([^"']*)["']/u.exec(head)?.[1]));
  if (/^<!doctype html|^<html/iu.test(head) || (contentType.startsWith('text/html') && head.startsWith('<')))
    return live.webPage(label);
  return head.startsWith('{') || head.startsWith('[') ? live.cutAnswer(label) : say.httpContent(label);
}

/** The JSON object of a live answer. Throws `unknown_provider` (provider_failed) for another status, for no JSON, and for an error body. */
export function readJsonAnswer(answer: HttpAnswer, label: string): JsonObject {
  if (answer.status !== 200) throw providerFailed(statusFailure(answer, label), answer.text.slice(0, 300));
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch {
    throw providerFailed(textFailure(answer, label), answer.text.slice(0, 300));
  }
  if (!isObject(body)) throw providerFailed(say.httpContent(label));
  const { error } = body;
  if (isObject(error) || (typeof error === 'string' && error !== ''))
    throw providerFailed(live.errorReport(label, isObject(error) ? shortCode(error.code) : null), answer.text.slice(0, 300));
  // GeoServer writes exception reports as JSON when JSON was asked for.
  if (Array.isArray(body.exceptions) && !Array.isArray(body.features)) {
    const [first]: readonly unknown[] = body.exceptions;
    throw providerFailed(live.errorReport(label, isObject(first) ? shortCode(first.code) : null), answer.text.slice(0, 300));
  }
  return body;
}

/** Features of a GeoJSON answer; members that are no objects are skipped. Throws `unknown_provider` when there is no list of features. */
export function readFeatures(body: JsonObject, label: string): readonly JsonObject[] {
  if (!Array.isArray(body.features)) throw providerFailed(say.httpContent(label));
  return body.features.filter(isObject);
}

/** Text of a JSON scalar, trimmed; null for blank and for anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Finite number of a JSON number or numeric text; null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
