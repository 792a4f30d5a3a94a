import type { PickleGlobal } from './pickle-values.ts';

const BUILTINS = 'set|frozenset|list|dict|tuple|bytearray|object|int|float|complex|slice|str|bool|bytes|range';
const STORAGES =
  '(?:Half|Float|Double|BFloat16|Long|Int|Short|Char|Byte|Bool|Untyped)Storage|(?:Half|Float|Double|BFloat16|Long|Int|Short|Char|Byte|Bool)?Tensor';
const TYPES = 'float16|float32|float64|half|float|double|bfloat16|int8|int16|int32|int64|int|long|uint8|bool|strided';

/**
 * Names that a training program of the YOLO family leaves in a checkpoint, as `module name`. They are kept as inert data. Anything
 * else, above all what runs commands or loads code, marks a foreign or hostile file.
 */
const REVIEWED: readonly RegExp[] = [
  new RegExp(`^(?:__builtin__|builtins) (?:${BUILTINS})$`),
  /^_codecs encode$/,
  /^(?:copyreg|copy_reg) _reconstructor$/,
  /^collections (?:OrderedDict|defaultdict|deque|Counter)$/,
  /^pathlib(?:\._local)? (?:Pure)?(?:Posix|Windows)?Path$/,
  /^(?:types SimpleNamespace|argparse Namespace)$/,
  /^datetime (?:datetime|date|timedelta|timezone)$/,
  /^numpy (?:dtype|ndarray|bool_|(?:u?int|float)(?:8|16|32|64))$/,
  /^numpy(?:\._core|\.core)\.(?:multiarray|numeric) (?:scalar|_reconstruct|_frombuffer)$/,
  new RegExp(`^torch (?:Size|device|dtype|${STORAGES}|${TYPES})$`),
  /^torch\.storage (?:_?TypedStorage|UntypedStorage|_load_from_bytes)$/,
  /^torch\._utils _rebuild_(?:tensor|tensor_v2|parameter|parameter_with_state)$/,
  /^torch\._tensor _rebuild_from_type_v2$/,
  /^torch\.serialization _get_layout$/,
  /^torch\.nn\.(?:modules\.\w+|parameter) [A-Z]\w*$/,
  /^torch\.optim\.\w+ [A-Z]\w*$/,
  /^torch\.(?:cuda\.)?amp\.grad_scaler [A-Z]\w*$/,
  // Its original home and the copy that PEACE carries along; classes only: they begin with a capital letter or, for heads and losses, a version.
  /^(?:\w+\.){0,3}ultralytics(?:\.\w+)+ (?:[A-Z]|v\d)\w*$/,
];

/** True for a name that may stand in a checkpoint. */
export const isReviewed = ({ module, name }: PickleGlobal): boolean => {
  const full = `${module} ${name}`;
  return full.length <= 200 && REVIEWED.some((pattern) => pattern.test(full));
};
