import { createServer } from 'node:http';
import type { Server } from 'node:net';
import type { Clock } from '#ports/ports.ts';
import type { ModelGateway, Recorder, RecorderSession } from '#wire/ports.ts';
import type { ProviderDefinition } from '#wire/protocols/format/provider.ts';
import { byProvider, type Endpoint, PROVIDERS, type Provider } from '#wire/protocols/providers.ts';
import { acceptBoth, type BothServer } from './http2.ts';
import type { KnownHosts } from './preload/known-hosts.ts';
import { createPreload } from './preload/preload.ts';
import { exporterVariables } from './receive.ts';
import { type BaseUrls, createRoutes } from './routes.ts';
import { serveWith } from './serve.ts';

/** What a recorder needs. */
export interface RecorderOptions {
  readonly gateway: Pick<ModelGateway, 'call'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Those whose variables processes get. */
  readonly providers: readonly Provider[];
  /** Hosts whose clients are led here whatever they read; absent: none. */
  readonly preload?: KnownHosts;
  /** Processes send their traces here too; absent: they don't. */
  readonly traces?: boolean;
  /** Variables besides base URLs and keys. */
  readonly settings?: { readonly [name: string]: string };
  /** Of this process: says which region clients name, and which kind of key they expect. No value of a key leaves it. */
  readonly environment?: { readonly [name: string]: string | undefined };
}

/**
 * An HTTP server on 127.0.0.1 in front of the gateway, started on first use. A closed recorder throws from `open`, `begin` and
 * `end`: what a turn did since then is unknown.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  const { gateway, clock, providers, settings = {}, environment = {} } = options;
  const routes = createRoutes(clock, options.traces === true);
  let server: BothServer | null = null;
  const preload =
    options.preload === undefined
      ? null
      : createPreload(options.preload, (socket) => server?.server.emit('connection', socket));
  let listening: Promise<number> | null = null;

  function start(): Promise<number> {
    const answer = serveWith(routes, gateway, providers);
    const http1 = createServer((request, response) => {
      preload?.redirect(request);
      answer(request, response);
    });
    // Node's default of 5 s would close a client's idle connection just when it is used again.
    http1.keepAliveTimeout = 0;
    http1.on('clientError', (_error, socket) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
      else socket.destroy();
    });
    server = acceptBoth(http1);
    return portOf(server.server);
  }

  return {
    async open(): Promise<RecorderSession> {
      routes.assertOpen();
      listening ??= start();
      const port = await listening;
      const session = routes.session((token) => baseUrls(port, token));
      const loaded = await preload?.open(session.token, `http://127.0.0.1:${port}`);
      return {
        variables: {
          ...settings,
          ...loaded?.variables,
          ...(options.traces === true && exporterVariables(`http://127.0.0.1:${port}`, session.token)),
          ...sessionVariables(session.base_urls, providers, environment),
        },
        begin: (turn) => session.begin(turn),
        close() {
          session.close();
          loaded?.close();
        },
      };
    },
    notes: () => [...routes.notes(), ...(preload?.notes() ?? [])],
    async close() {
      routes.close();
      await preload?.close();
      const closing = server;
      if (closing === null) return;
      server = null;
      await closing.close();
    },
  };
}

function portOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    // Also later errors, such as too many open files, which must end only their own connection.
    server.on('error', reject);
    server.once('close', () => reject(new Error('the recorder was closed before it had started')));
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('the recorder got no port on 127.0.0.1'));
    });
  });
}

/** Where clients of each provider expect their API. */
function baseUrls(port: number, token: string): BaseUrls {
  return byProvider((name) => `http://127.0.0.1:${port}/${token}/${name}${PROVIDERS[name].base_path}`);
}

/** The variables that lead clients to the recorder, and dummy keys: their text says what to do if one is sent elsewhere. */
function sessionVariables(
  baseUrls: BaseUrls,
  providers: readonly Provider[],
  environment: NonNullable<RecorderOptions['environment']>,
): { readonly [name: string]: string } {
  const rows = providers.map((name) => ({ ...PROVIDERS[name], url: baseUrls[name] }));
  return Object.fromEntries([
    ...rows.flatMap(({ base_name, other_base_names, url }) => [base_name, ...other_base_names].map((n) => [n, url])),
    ...rows.flatMap((row) => keyNames(row, environment).map((n) => [n, dummyKey(row.base_name)])),
    ...rows.flatMap((row) => Object.entries(row.clientVariables?.(environment) ?? {})),
    ['NO_PROXY', '127.0.0.1,localhost'],
    ['no_proxy', '127.0.0.1,localhost'],
  ]);
}

/** A client that finds a key does not sign its requests: it gets one only where the run itself has one. */
function keyNames(
  { key_name, other_key_names = [], signing_names }: Omit<ProviderDefinition<Endpoint>, 'formats'>,
  environment: NonNullable<RecorderOptions['environment']>,
): readonly string[] {
  const keys = [key_name, ...other_key_names];
  return signing_names === undefined ? keys : [...signing_names, ...keys.filter((name) => environment[name])];
}

function dummyKey(variable: string): string {
  return `agent-eval-dummy-key-the-recorder-holds-the-real-one--send-requests-to-${variable}`;
}
