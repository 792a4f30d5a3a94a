import type { Handlers } from '../handler.ts';

export const createHandlers = (): Handlers => ({});
