import { mapRegister } from '../../queue/jobs/map-register.ts';
import { defineTool } from '../tool.ts';

export const geomapRegisterMap = defineTool({
  name: 'geomap_register_map',
  title: 'Register a map',
  description:
    'Register an existing local scan (PNG, JPEG, TIFF, WebP or GIF) that lies under an allowed root of the server, and get its `map_id`. The registration is kept. The returned source URI is the only supported way to refer to the file; its path is never shown again. Registering the same file again gives the same map.',
  job: mapRegister,
  constraints: [],
  annotations: { readOnlyHint: false, idempotentHint: true },
  summary: ({ map_id, size }) =>
    `The map is registered as map_id ${map_id}; its source frame is ${size.width}x${size.height} px. Pass the map_id to the other tools.`,
});
