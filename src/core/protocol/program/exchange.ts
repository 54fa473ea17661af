/** The exchange with one program: values as MessagePack, and every way in which a program can go wrong as a user's mistake. */

import { CahootsError } from '../../base/errors.ts';
import { decode, encode } from '../../engine/wire/bytes.ts';
import type { ProgramEnd, RunningProgram } from '../../platform/platform.ts';
import { type Request, request, type RequestOf } from './requests.ts';

export class ProgramExchange {
  readonly #program: RunningProgram;
  readonly #who: string;
  readonly #patienceMs: number;

  /** @param who the party and its program, for errors */
  constructor(program: RunningProgram, who: string, patienceMs: number) {
    this.#program = program;
    this.#who = who;
    this.#patienceMs = patienceMs;
  }

  send(value: object): void {
    this.#program.send(encode(value));
  }

  /** What the program asks for next. @throws CahootsError if that does not exist, or it has ended */
  receive(): Request {
    return this.#read(this.#program.receive(this.#patienceMs));
  }

  /** The same for a request of one kind, which may take the program long. */
  async receiveLater<K extends Request['kind']>(kind: K): Promise<RequestOf<K>> {
    return this.expect(this.#read(await this.#program.receiveLater(this.#patienceMs)), kind);
  }

  /** This request, if it is of this kind. */
  expect<K extends Request['kind']>(asked: Request, kind: K): RequestOf<K> {
    if (asked.kind !== kind) throw this.wrong(`the request ${kind}`, asked.kind);
    return asked as RequestOf<K>;
  }

  end(): void {
    this.#program.end();
  }

  wrong(expected: string, got: string): CahootsError {
    this.end();
    return new CahootsError('bad-input', `${this.#who}: expected ${expected}, got ${got}`);
  }

  #read(frame: Uint8Array | ProgramEnd): Request {
    if (!(frame instanceof Uint8Array)) {
      const { ended, lastLine } = frame;
      throw this.wrong('an effect', `none: it ${ended}${lastLine === '' ? '' : `: ${lastLine}`}`);
    }
    const { data, error } = request().safeParse(this.#decoded(frame));
    if (error !== undefined) {
      const [{ path, message }] = error.issues;
      throw this.wrong('a request', `one of another form: ${[...path, message].join(': ')}`);
    }
    if (data.kind === 'failed') throw this.wrong('an effect', data.error);
    return data;
  }

  #decoded(frame: Uint8Array): unknown {
    try {
      return decode(frame);
    } catch {
      throw this.wrong('MessagePack', `${frame.byteLength} bytes that are none`);
    }
  }
}
