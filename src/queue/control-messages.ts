import { z } from 'zod';
import { failureSchema } from './failure-codec.ts';
import { QUEUES, type WorkerKind } from './jobs/job.ts';

const KINDS: readonly string[] = [...new Set(Object.values(QUEUES).map(({ kind }) => kind))];

export const isWorkerKind = (text: string): text is WorkerKind => KINDS.includes(text);
const kind = z.string().refine(isWorkerKind);

/** What a client of the supervisor says on the control socket, one JSON object a line. */
const clientMessageSchema = z.discriminatedUnion('type', [
  /** Answered by `ready` or `failed` with the same id. */
  z.object({ type: z.literal('need'), id: z.int(), kind }),
  z.object({ type: z.literal('call'), trace_id: z.string(), kind }),
  z.object({ type: z.literal('done'), trace_id: z.string() }),
]);

/** What the supervisor says. */
const supervisorMessageSchema = z.discriminatedUnion('type', [
  /** Workers of the kind wait on their queues; `redis` is the path of the socket. */
  z.object({ type: z.literal('ready'), id: z.int(), redis: z.string() }),
  z.object({ type: z.literal('failed'), id: z.int(), failure: failureSchema }),
  z.object({ type: z.literal('down'), kind }),
  z.object({ type: z.literal('log'), level: z.int(), line: z.string() }),
]);

export type ClientMessage = z.infer<typeof clientMessageSchema>;
export type SupervisorMessage = z.infer<typeof supervisorMessageSchema>;

/** What the supervisor tells the process that started it, once, over the channel Node gives them. */
export const bootMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('up') }),
  /** Another supervisor has the state root. */
  z.object({ type: z.literal('taken') }),
  z.object({ type: z.literal('failed'), failure: failureSchema }),
]);
export type BootMessage = z.infer<typeof bootMessageSchema>;

function parseLine<T>(schema: z.ZodType<T>, line: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Undefined for a line that is no message: it is passed over, so that a newer version may say more. */
export const parseClientMessage = (line: string): ClientMessage | undefined => parseLine(clientMessageSchema, line);
export const parseSupervisorMessage = (line: string): SupervisorMessage | undefined => parseLine(supervisorMessageSchema, line);
export const formatMessage = (message: ClientMessage | SupervisorMessage): string => `${JSON.stringify(message)}\n`;
