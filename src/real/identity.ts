/** A party's identity: a certificate with its name, from an authority that all parties trust. */

import type { ConnectionOptions, PeerCertificate, TLSSocket, TlsOptions } from 'node:tls';

/** In PEM. */
export interface Identity {
  readonly key: string;
  readonly certificate: string;
  /** The authority's certificate. */
  readonly authority: string;
}

/** The options of connections on both sides: only TLS 1.3, and only with a certificate from the authority. */
export function tlsOptions({ key, certificate, authority }: Identity): TlsOptions & ConnectionOptions {
  return {
    key,
    cert: certificate,
    ca: [authority],
    minVersion: 'TLSv1.3',
    requestCert: true,
    // A peer with a wrong certificate is notified, and nothing else is accepted from it.
    rejectUnauthorized: false,
    // The name is that of a party, not of a host: it is compared with the hello.
    checkServerIdentity: (): undefined => undefined,
  };
}

/** The name in the peer's certificate; undefined if it has none, or several. */
export function certifiedName(socket: TLSSocket): string | undefined {
  const { subject } = socket.getPeerCertificate() as Partial<PeerCertificate>;
  const name: unknown = subject?.CN;
  return typeof name === 'string' ? name : undefined;
}
