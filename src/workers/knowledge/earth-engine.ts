import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AuthClient } from 'google-auth-library';
import { z } from 'zod';
import { isGeomapError } from '../../domain/errors/geomap-error.ts';
import { providerFailed } from '../../domain/knowledge/failures.ts';
import { readEarthEngine } from '../../domain/knowledge/live/earth-engine.ts';
import { earthEngineNeeds } from '../../domain/knowledge/live/earth-engine-needs.ts';
import * as live from '../../domain/knowledge/live/live-messages.ts';
import type { EarthEnginePort } from '../../domain/knowledge/ports.ts';
import type { KnowledgeSettings } from '../../domain/settings/settings.ts';
import { endOf } from './http-attempt.ts';
import type { HttpSend } from './http-client.ts';
import { limitedSignal } from './limited-signal.ts';

const API = 'https://earthengine.googleapis.com/v1';
const SCOPE = 'https://www.googleapis.com/auth/earthengine.readonly';
/** Where the library asks for tokens, whatever the key file says. */
const TOKEN_ADDRESS = 'https://oauth2.googleapis.com/token';
const TIMEOUT_MS = 30_000;
/** The library repeats and waits by itself; a call waits no longer than this for a token. */
const TOKEN_LIMIT_MS = 20_000;

const keySchema = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('service_account'),
    client_email: z.string(),
    private_key: z.string(),
    token_uri: z.url().optional(),
  }),
  z.looseObject({
    type: z.literal('authorized_user'),
    client_id: z.string(),
    client_secret: z.string(),
    refresh_token: z.string(),
    token_uri: z.url().optional(),
  }),
]);
type Key = z.infer<typeof keySchema>;

/** Never repeats a word of the file, which is a secret. */
function readKey(file: string): Key {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw providerFailed(live.earthEngineCredentials('the file cannot be read as JSON'));
  }
  const key = keySchema.safeParse(content);
  if (!key.success) throw providerFailed(live.earthEngineCredentials('the file is no key of a service account or user'));
  return key.data;
}

/** The client of a key; the address for tokens is that of the key file, so that private clouds and tests can have their own. */
async function clientFor(key: Key): Promise<AuthClient> {
  // Loaded at the first question: most workers never ask one.
  const { JWT, UserRefreshClient, gaxios } = await import('google-auth-library');
  const transporter = new gaxios.Gaxios({ timeout: 15_000 });
  const { token_uri: own = TOKEN_ADDRESS } = key;
  transporter.interceptors.request.add({
    resolved: async (options) => {
      if (options.url.href === TOKEN_ADDRESS) options.url = new URL(own);
      return options;
    },
  });
  if (key.type === 'service_account')
    return new JWT({ email: key.client_email, key: key.private_key, scopes: [SCOPE], transporter });
  const user = new UserRefreshClient({ clientId: key.client_id, clientSecret: key.client_secret, transporter });
  user.setCredentials({ refresh_token: key.refresh_token });
  return user;
}

/** What went wrong with a token in one word of OAuth (`invalid_grant`) or of the transport; never a message, which may hold secrets. */
function reasonOf(error: unknown): string {
  const found = z
    .object({ response: z.object({ data: z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) }) }) })
    .safeParse(error);
  if (found.success) return found.data.response.data.error;
  const code = z.object({ code: z.string().regex(/^[A-Z_]{1,40}$/) }).safeParse(error);
  return code.success ? code.data.code : 'no answer';
}

const stampOf = (file: string): string | null => {
  const facts = statSync(file, { throwIfNoEntry: false });
  return facts?.isFile() ? `${facts.ino}:${facts.size}:${facts.mtimeMs}` : null;
};

/** The result, or nothing once the signal is aborted: the library's own request cannot be ended from outside. */
const before = <T>(result: Promise<T>, signal: AbortSignal): Promise<T | null> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
    if (signal.aborted) resolve(null);
    result.then(resolve, reject);
  });

/** Whether the package that signs requests is installed. */
export function hasAuthPackage(): boolean {
  try {
    createRequire(import.meta.url).resolve('google-auth-library');
    return true;
  } catch {
    return false;
  }
}

export type EarthEngine = { portFor(settings: KnowledgeSettings, send: HttpSend): EarthEnginePort };

/** Earth Engine over its REST API. Access tokens are kept as long as they are valid and the key file is the same. */
export function createEarthEngine({ tokenLimitMs = TOKEN_LIMIT_MS }: { readonly tokenLimitMs?: number } = {}): EarthEngine {
  const clients = new Map<string, Promise<AuthClient>>();
  const tokenOf = async (file: string, signal: AbortSignal): Promise<string> => {
    const id = `${file}:${stampOf(file)}`;
    const client = clients.get(id) ?? clientFor(readKey(file));
    clients.set(id, client);
    const limited = limitedSignal(signal, tokenLimitMs);
    try {
      const answer = await before((await client).getAccessToken(), limited.signal);
      if (signal.aborted) throw endOf(signal);
      if (answer === null) throw providerFailed(live.earthEngineToken('timeout'));
      const { token } = answer;
      if (typeof token === 'string' && token !== '') return token;
    } catch (error) {
      clients.delete(id);
      if (isGeomapError(error)) throw error;
      throw providerFailed(live.earthEngineToken(reasonOf(error)));
    } finally {
      limited.release();
    }
    throw providerFailed(live.earthEngineToken('empty answer'));
  };
  return {
    portFor: (settings, send) => ({
      needs: () =>
        earthEngineNeeds({
          package: hasAuthPackage(),
          project: settings.earthengine_project !== null,
          credentials: stampOf(settings.earthengine_credentials) !== null,
        }),
      compute: async ({ expression, signal }) => {
        const token = await tokenOf(settings.earthengine_credentials, signal);
        const project = encodeURIComponent(settings.earthengine_project ?? '');
        const answer = await send({
          url: `${API}/projects/${project}/value:compute`,
          params: {},
          timeoutMs: TIMEOUT_MS,
          label: 'Earth Engine',
          signal,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(expression),
        });
        return readEarthEngine(answer);
      },
    }),
  };
}
