import { providerFailed } from '../failures.ts';
import * as say from '../messages.ts';
import type { HttpAnswer } from '../ports.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON object of a live answer. Throws `unknown_provider` (provider_failed) for another status, for no JSON, and for an error body. */
export function readJsonAnswer(answer: HttpAnswer, label: string): JsonObject {
  if (answer.status !== 200) throw providerFailed(say.httpStatus(label, answer.status));
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch {
    throw providerFailed(say.httpContent(label));
  }
  if (!isObject(body)) throw providerFailed(say.httpContent(label));
  if (isObject(body.error)) throw providerFailed(say.httpErrorBody(label));
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
