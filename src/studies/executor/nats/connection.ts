/** A connection to a NATS server that survives the server's restarts. One address contains everything that it needs. */

import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import {
  connect,
  credsAuthenticator,
  type NatsConnection,
  type NodeConnectionOptions,
} from '@nats-io/transport-node';
import { CahootsError, errorText } from '../../../core/base/errors.ts';
import { readBytes } from '../../../run/data/file.ts';
import { duration } from '../../../core/base/units.ts';

/** A parsed address. */
export interface Address {
  readonly options: NodeConnectionOptions;
  /** Without secrets. */
  readonly shown: string;
  /** After this time an unconfirmed job is given to another worker; absent: the broker's setting stays. */
  readonly ackMs?: number | undefined;
}

/** The parameters after the question mark, each at most once. */
const PARAMETERS = ['creds', 'ca', 'cert', 'key', 'ack'] as const;

const EXPECTED =
  'expected an address such as nats://127.0.0.1:4222, with user:password@ or token@ before the host, ' +
  `and ?${PARAMETERS.join('=...&')}=... behind it where these are needed, tls:// for encryption`;

/**
 * Parses `nats://[user:password@|token@]host[:port][,host...][?creds=FILE&ca=FILE&cert=FILE&key=FILE&ack=TIME]`; `tls://`
 * requires encryption.
 * @param flag used in errors
 * @throws CahootsError for anything else
 */
export function addressOf(text: string, flag: string): Address {
  const refuse = (got: string): CahootsError =>
    new CahootsError('bad-input', `${EXPECTED}; got ${got}`, { path: flag });
  const [, scheme, login, hosts, query = ''] =
    /^(nats|tls):\/\/(?:([^@/?]*)@)?([\w.:,[\]-]+)\/?(?:\?(.*))?$/.exec(text) ?? [];
  if (scheme === undefined || hosts === undefined) throw refuse('another text');
  const given = new Map(new URLSearchParams(query));
  const unknown = [...given.keys()].find((name) => !PARAMETERS.some((known) => known === name));
  if (unknown !== undefined) throw refuse(`the parameter ${unknown}`);
  const ack = given.get('ack');
  const ackNs = ack === undefined ? undefined : duration().safeParse(ack).data;
  if (ack !== undefined && (ackNs === undefined || ackNs < 1e8)) throw refuse(`ack=${ack}`);
  const tls = Object.fromEntries(
    (['ca', 'cert', 'key'] as const).flatMap((name) => {
      const file = given.get(name);
      return file === undefined ? [] : [[`${name}File`, checked(file)]];
    }),
  );
  const creds = given.get('creds');
  return {
    shown: `${scheme}://${hosts}`,
    ackMs: ackNs === undefined ? undefined : ackNs / 1e6,
    options: {
      servers: hosts.split(','),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      timeout: 5000,
      ...loginOf(login),
      ...(creds !== undefined && { authenticator: credsAuthenticator(readFileSync(checked(creds))) }),
      ...((scheme === 'tls' || Object.keys(tls).length > 0) && {
        tls: { ...tls, ...(identityOf(hosts.split(',')) as object) },
      }),
    },
  };
}

/**
 * Checks certificates against the hosts as given. For an IP address the library leaves this to Node.js, which would then expect a
 * certificate for `localhost`.
 */
function identityOf(hosts: readonly string[]): Pick<ConnectionOptions, 'checkServerIdentity'> {
  const names = hosts.map((host) => host.replace(/:\d+$/, '').replaceAll(/[[\]]/g, ''));
  if (!names.some((name) => isIP(name) > 0)) return {};
  return {
    checkServerIdentity(_, certificate) {
      const errors = names.map((name) => checkServerIdentity(name, certificate));
      return errors.includes(undefined) ? undefined : errors[0];
    },
  };
}

function loginOf(login: string | undefined): Pick<NodeConnectionOptions, 'user' | 'pass' | 'token'> {
  if (login === undefined) return {};
  const [user, pass] = login.split(':').map(decodeURIComponent);
  return pass === undefined ? { token: user } : { user, pass };
}

/** @throws CahootsError if it cannot be read */
function checked(file: string): string {
  readBytes(file, 'a file for the connection');
  return file;
}

/** What a connection is for. */
export type ConnectionRole = 'coordinator' | 'worker';

/** How the subjects of replies to a role begin, which a server can keep from the other. */
export const inboxPrefixOf = (role: ConnectionRole): string => `_INBOX.cahoots-${role}`;

/**
 * A connection to a NATS server.
 * @throws CahootsError if the server does not answer, or refuses
 */
export async function connected({ options, shown }: Address, role: ConnectionRole): Promise<NatsConnection> {
  try {
    return await connect({ ...options, inboxPrefix: inboxPrefixOf(role) });
  } catch (error) {
    throw new CahootsError('bad-input', `expected a NATS server at ${shown}, got: ${errorText(error)}`);
  }
}
