import { capabilitiesPayload, type ProbedPackage } from '../../domain/catalog/capabilities.ts';
import { capabilityFacts } from '../catalog/capability-facts.ts';
import type { Handler } from '../handler.ts';
import type { Preflight } from '../preflight.ts';

/** `capabilities.list`: what is registered, installed, configured and ready, as seen at this moment. */
export const capabilitiesList =
  (deps: { readonly preflight: Preflight<ProbedPackage> }): Handler<'capabilities.list'> =>
  async (_input, { settings }) => ({
    payload: capabilitiesPayload(await capabilityFacts(settings, deps.preflight), settings),
    links: [],
    preview_file: null,
  });
