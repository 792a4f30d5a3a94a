import { providerSettingRemedy } from '../../errors/routes.ts';

/** What Earth Engine needs on the server, as far as it can be seen without asking it. */
export type EarthEngineFacts = {
  /** The package that signs requests can be found. */
  readonly package: boolean;
  readonly project: boolean;
  /** The file with the credentials exists. */
  readonly credentials: boolean;
};

/** What is missing, in the words of readiness and of a query alike; empty when Earth Engine can be asked. */
export const earthEngineNeeds = (facts: EarthEngineFacts): readonly string[] => [
  ...(facts.package ? [] : [providerSettingRemedy('The npm package google-auth-library (Earth Engine)')]),
  ...(facts.project ? [] : [providerSettingRemedy('GEOMAP_EARTHENGINE_PROJECT')]),
  ...(facts.credentials
    ? []
    : [providerSettingRemedy('GOOGLE_APPLICATION_CREDENTIALS (key file of a Google service account with Earth Engine)')]),
];
