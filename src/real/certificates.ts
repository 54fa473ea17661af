/** Certificates for the parties of a run, from an authority that exists only for it. */

import { webcrypto } from 'node:crypto';
// oxlint-disable-next-line import/no-unassigned-import -- the certificate library requires it
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  KeyUsageFlags,
  KeyUsagesExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { Identity } from './identity.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 24 * 3600e3;
const VALID_DAYS = 30;

/** A certificate and its key for each name. */
export async function certify(names: readonly string[]): Promise<ReadonlyMap<string, Identity>> {
  cryptoProvider.set(webcrypto as never);
  const authorityKeys = await newKeys();
  const authority = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=authority of one run',
    keys: authorityKeys,
    signingAlgorithm: ALGORITHM,
    ...validity(),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  });
  const issued = names.map(async (name): Promise<[string, Identity]> => {
    const keys = await newKeys();
    const certificate = await X509CertificateGenerator.create({
      subject: `CN=${name}`,
      issuer: authority.subject,
      publicKey: keys.publicKey,
      signingKey: authorityKeys.privateKey,
      signingAlgorithm: ALGORITHM,
      ...validity(),
      extensions: [new BasicConstraintsExtension(false)],
    });
    return [
      name,
      { key: await pemOf(keys.privateKey), certificate: text(certificate), authority: text(authority) },
    ];
  });
  return new Map(await Promise.all(issued));
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

function validity(): { notBefore: Date; notAfter: Date } {
  /* oxlint-disable no-restricted-globals, no-restricted-properties -- certificates are valid in real time */
  const now = Date.now();
  // Clocks of machines differ.
  return { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + VALID_DAYS * DAY_MS) };
  /* oxlint-enable no-restricted-globals, no-restricted-properties */
}

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${pkcs8.replaceAll(/.{64}/g, '$&\n').trimEnd()}\n-----END PRIVATE KEY-----\n`;
}

function text(certificate: X509Certificate): string {
  return `${certificate.toString('pem')}\n`;
}
