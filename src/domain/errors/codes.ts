/** Who has to act on a failure: the agent, the user (consent), the operator, or agent and operator together. */
export type Actor = 'agent' | 'user' | 'shared' | 'operator' | 'nobody';

/** One row of the catalogue: who acts, whether one retry is sensible, when the code is raised, and what the agent does next. */
export type CodeFacts = { readonly actor: Actor; readonly retry: boolean; readonly when: string; readonly next: string };

/** The whole error catalogue. `docs/errors.md` and the agent guide are generated from this table. */
export const ERROR_CODES = {
  unknown_tool: {
    actor: 'agent',
    retry: false,
    when: 'The named tool is not in the list of this server.',
    next: 'Call tools/list again and use a name from it; ask the operator for a tool that is withheld.',
  },
  invalid_arguments: {
    actor: 'agent',
    retry: false,
    when: 'The arguments break the input schema of the tool.',
    next: 'Correct what the message lists, by pointer and rule, and call again.',
  },
  disallowed_path: {
    actor: 'operator',
    retry: false,
    when: 'The path is no regular file, or lies outside every allowed root.',
    next: 'Ask the operator to move the file into an allowed root, or to add its folder to GEOMAP_MCP_ALLOWED_ROOTS.',
  },
  artifact_not_found: {
    actor: 'agent',
    retry: false,
    when: 'A file, map ID or geomap:// URI is unknown, or its backing file is gone.',
    next: 'List the resources or maps, take a handle from there, or make the product again.',
  },
  unsupported_media: {
    actor: 'shared',
    retry: false,
    when: 'The content is not a picture this server reads, or not the JSON it needs.',
    next: 'Convert the file as the message says and register the copy, or ask the operator.',
  },
  oversize_image: {
    actor: 'shared',
    retry: false,
    when: 'A file is larger than the limit for registration or reading.',
    next: 'Register or read something smaller, or ask the operator to raise the limit in the details.',
  },
  registry_corrupt: {
    actor: 'operator',
    retry: false,
    when: 'The registry file exists but is not a readable registry.',
    next: 'Tell the operator to back the registry up and remove it; then register the maps again.',
  },
  missing_extra: {
    actor: 'user',
    retry: false,
    when: 'The detector or a package that the call needs is not installed.',
    next: 'Ask the user before you call the prepare tool; hand packages and libraries to the operator.',
  },
  missing_knowledge_asset: {
    actor: 'user',
    retry: false,
    when: 'A knowledge file that every named provider needs is absent.',
    next: 'Ask the user before you call geomap_prepare_knowledge, or go on with the providers that are ready.',
  },
  preparation_disabled: {
    actor: 'operator',
    retry: false,
    when: 'The operator has switched the prepare tool off.',
    next: 'Ask the operator to switch the tool on, or to install the assets.',
  },
  detector_configuration_mismatch: {
    actor: 'operator',
    retry: false,
    when: 'Configured detector paths are not the managed ones.',
    next: 'Ask the operator to unset the overriding paths, or to install the weights there.',
  },
  knowledge_configuration_mismatch: {
    actor: 'operator',
    retry: false,
    when: 'Configured knowledge paths are not the managed ones.',
    next: 'Ask the operator to unset the overriding paths, or to install the files there.',
  },
  asset_install_failed: {
    actor: 'operator',
    retry: false,
    when: 'Installing an approved asset failed.',
    next: 'Give the trace ID to the operator; the reason says what they will do. After `network` one more call goes on where it stopped.',
  },
  invalid_bounds: {
    actor: 'agent',
    retry: false,
    when: 'Bounds, CRS or control points cannot be used.',
    next: 'Correct the bounds, CRS or points that the message names.',
  },
  georef_required: {
    actor: 'agent',
    retry: false,
    when: 'The call needs bounds, labels or a georeference that it does not have.',
    next: 'Give bounds or labels, or georeference the map first.',
  },
  unknown_provider: {
    actor: 'agent',
    retry: false,
    when: 'A provider name or its options cannot be used, or the named provider failed.',
    next: 'Look at details.reason: correct the name or the options, or leave the provider that failed out.',
  },
  invalid_output: {
    actor: 'operator',
    retry: false,
    when: 'The result of the server breaks its own output schema, or a file it wrote fails the check that follows.',
    next: 'Give the trace ID to the operator.',
  },
  internal_error: {
    actor: 'operator',
    retry: true,
    when: 'An unexpected failure inside the server.',
    next: 'Repeat the call once if that is safe; then give the trace ID to the operator.',
  },
  queue_unavailable: {
    actor: 'operator',
    retry: true,
    when: 'No Redis can be reached or started, or no worker could start.',
    next: 'Repeat the call once; then give the message, which names the remedy, to the operator.',
  },
  worker_lost: {
    actor: 'agent',
    retry: true,
    when: 'The process that ran the job died, or the job was removed.',
    next: 'Repeat the call once; then give the trace ID to the operator.',
  },
  deadline_exceeded: {
    actor: 'shared',
    retry: false,
    when: 'The job ran past its time limit.',
    next: 'Ask for less: a smaller area, fewer providers, a smaller picture; or ask the operator for a longer limit.',
  },
  cancelled: { actor: 'nobody', retry: false, when: 'The client cancelled the call.', next: 'Nothing; nothing was changed.' },
  storage_unavailable: {
    actor: 'operator',
    retry: true,
    when: 'The state or cache folder cannot be written, or the disk is full.',
    next: 'Ask the operator to free space or correct the rights of the folder; then repeat the call.',
  },
} as const satisfies Record<string, CodeFacts>;

export type ErrorCode = keyof typeof ERROR_CODES;
