import { openConnection, type RedisTarget, waitForConnection } from './connections.ts';

/** Whether a Redis answers within two seconds, and its version as it names it. */
export async function pingRedis(
  target: RedisTarget,
): Promise<{ readonly state: 'ready'; readonly version: string } | { readonly state: 'silent' }> {
  const connection = openConnection(target, 'producer');
  try {
    if (!(await waitForConnection(connection, 2000, 2))) return { state: 'silent' };
    const info = await connection.info('server');
    return { state: 'ready', version: /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'unknown' };
  } catch {
    return { state: 'silent' };
  } finally {
    connection.disconnect();
  }
}
