/** Who has to act on a failure: the agent, the user (consent), the operator, or agent and operator together. */
export type Actor = 'agent' | 'user' | 'shared' | 'operator' | 'nobody';

/** One row of the catalogue: who acts, whether one retry is sensible, and when the code is raised. */
export type CodeFacts = { readonly actor: Actor; readonly retry: boolean; readonly when: string };

/** The whole error catalogue. `docs/errors.md` and the agent guide are generated from this table. */
export const ERROR_CODES = {
  unknown_tool: { actor: 'agent', retry: false, when: 'The named tool is not in the list of this server.' },
  invalid_arguments: { actor: 'agent', retry: false, when: 'The arguments break the input schema of the tool.' },
  disallowed_path: { actor: 'operator', retry: false, when: 'The path is no regular file, or lies outside every allowed root.' },
  artifact_not_found: {
    actor: 'agent',
    retry: false,
    when: 'A file, map ID or geomap:// URI is unknown, or its backing file is gone.',
  },
  unsupported_media: {
    actor: 'shared',
    retry: false,
    when: 'The content is not a picture this server reads, or not the JSON it needs.',
  },
  oversize_image: { actor: 'shared', retry: false, when: 'A file is larger than the limit for registration or reading.' },
  registry_corrupt: { actor: 'operator', retry: false, when: 'The registry file exists but is not a readable registry.' },
  missing_extra: { actor: 'user', retry: false, when: 'The detector or a package that the call needs is not installed.' },
  missing_knowledge_asset: { actor: 'user', retry: false, when: 'A knowledge file that every named provider needs is absent.' },
  preparation_disabled: { actor: 'operator', retry: false, when: 'The operator has switched the prepare tool off.' },
  detector_configuration_mismatch: {
    actor: 'operator',
    retry: false,
    when: 'Configured detector paths are not the managed ones.',
  },
  knowledge_configuration_mismatch: {
    actor: 'operator',
    retry: false,
    when: 'Configured knowledge paths are not the managed ones.',
  },
  asset_install_failed: { actor: 'operator', retry: false, when: 'Installing an approved asset failed.' },
  invalid_bounds: { actor: 'agent', retry: false, when: 'Bounds, CRS or control points cannot be used.' },
  georef_required: {
    actor: 'agent',
    retry: false,
    when: 'The call needs bounds, labels or a georeference that it does not have.',
  },
  unknown_provider: {
    actor: 'agent',
    retry: false,
    when: 'A provider name or its options cannot be used, or the named provider failed.',
  },
  invalid_output: {
    actor: 'operator',
    retry: false,
    when: 'The result of the server breaks its own output schema, or a file it wrote fails the check that follows.',
  },
  internal_error: { actor: 'operator', retry: true, when: 'An unexpected failure inside the server.' },
  queue_unavailable: { actor: 'operator', retry: true, when: 'No Redis can be reached or started, or no worker could start.' },
  worker_lost: { actor: 'agent', retry: true, when: 'The process that ran the job died, or the job was removed.' },
  deadline_exceeded: { actor: 'shared', retry: false, when: 'The job ran past its time limit.' },
  cancelled: { actor: 'nobody', retry: false, when: 'The client cancelled the call.' },
  storage_unavailable: {
    actor: 'operator',
    retry: true,
    when: 'The state or cache folder cannot be written, or the disk is full.',
  },
} as const satisfies Record<string, CodeFacts>;

export type ErrorCode = keyof typeof ERROR_CODES;
