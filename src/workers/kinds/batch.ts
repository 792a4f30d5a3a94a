import type { Handlers } from '../handler.ts';
import { createHandlers as createDataHandlers } from './data.ts';
import { createHandlers as createRasterHandlers } from './raster.ts';
import { createHandlers as createVisionHandlers } from './vision.ts';

/** Every job by name, for an archive that must not delay a person. */
export const createHandlers = (): Handlers => ({ ...createDataHandlers(), ...createRasterHandlers(), ...createVisionHandlers() });
