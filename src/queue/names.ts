import type { QueueName } from './jobs/job.ts';

/** Start of every Redis key and channel of this project, so that a Redis may be shared with others. */
export const KEY_PREFIX = 'stratigraphic-amenity';

/** Workers listen here: each message is the id of a job that nobody waits for any longer. */
export const CANCEL_CHANNEL = `${KEY_PREFIX}:cancel`;

/** Sorted set of the workers that really wait on a queue, by the time (ms, of the Redis clock) they were last seen. */
export const servingKey = (queue: QueueName): string => `${KEY_PREFIX}:serving:${queue}`;

/** Set of the callers that wait for a job which several calls may have joined. */
export const callersKey = (jobId: string): string => `${KEY_PREFIX}:callers:${jobId}`;

/** BullMQ's hash of one job. */
export const jobKey = (queue: QueueName, jobId: string): string => `${KEY_PREFIX}:${queue}:${jobId}`;

/** BullMQ's lock of one running job. */
export const lockKey = (queue: QueueName, jobId: string): string => `${jobKey(queue, jobId)}:lock`;

/** BullMQ's list of the jobs that run now, and its set of those that may have lost their worker. */
export const activeKey = (queue: QueueName): string => `${KEY_PREFIX}:${queue}:active`;
export const stalledKey = (queue: QueueName): string => `${KEY_PREFIX}:${queue}:stalled`;

/** BullMQ's stream of what happened on a queue. */
export const eventsKey = (queue: QueueName): string => `${KEY_PREFIX}:${queue}:events`;

/** `t<trace>-<step>` (D3): BullMQ allows neither plain numbers nor colons. */
export const jobIdOf = (traceId: string, step: number): string => `t${traceId}-${step}`;

/** The trace ID in a job id, or undefined when the id is none of ours. */
export const traceOfJob = (jobId: string): string | undefined => /^t([0-9a-f]{32})-\d+$/.exec(jobId)?.[1];

/** Message on the cancel channel for every job of a call whose process has gone; jobs that others may have joined run on. */
export const cancelPattern = (traceId: string): string => `t${traceId}-*`;
