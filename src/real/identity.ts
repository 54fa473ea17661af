/** Who a party is to others: a certificate with its name, by an authority that all of them trust. */

import type { ConnectionOptions, PeerCertificate, TLSSocket, TlsOptions } from 'node:tls';

/** In PEM. */
export interface Identity {
  readonly key: string;
  readonly certificate: string;
  /** Of the authority. */
  readonly authority: string;
}

/** What connections are made with on both sides: only TLS 1.3, and only with a certificate of the authority. */
export function tlsOptions({ key, certificate, authority }: Identity): TlsOptions & ConnectionOptions {
  return {
    key,
    cert: certificate,
    ca: [authority],
    minVersion: 'TLSv1.3',
    requestCert: true,
    // Who has a wrong one is told so, and nothing else is taken from it.
    rejectUnauthorized: false,
    // The name is that of a party, and no host's: it is held against the hello.
    checkServerIdentity: (): undefined => undefined,
  };
}

/** The name in the certificate of who is on the other side; undefined where it says none, or several. */
export function certifiedName(socket: TLSSocket): string | undefined {
  const { subject } = socket.getPeerCertificate() as Partial<PeerCertificate>;
  const name: unknown = subject?.CN;
  return typeof name === 'string' ? name : undefined;
}
