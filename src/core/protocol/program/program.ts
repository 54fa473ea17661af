/**
 * Parties that are programs in any language, each in a process of its own. A program asks for effects, as a generator yields them,
 * and is told their results: MessagePack over its standard input and output. docs/python.md has the list.
 */

import { platform } from '#platform';
import { defined } from '../../base/defined.ts';
import { CahootsError } from '../../base/errors.ts';
import { packageFile } from '../../base/package.ts';
import { abort } from '../../engine/actors/abort.ts';
import type { Self } from '../../engine/actors/actor.ts';
import type { Behaviour, Effect, Filter, Received, Yields } from '../../engine/actors/effect.ts';
import type { Computed } from '../../engine/compute/executor.ts';
import type { Task } from '../../engine/compute/task.ts';
import { roleOf } from '../../engine/messages/directory.ts';
import type { AnyMessageType } from '../../engine/wire/message.ts';
import type { Given } from '../role.ts';
import { Declared } from './declared.ts';
import { ProgramExchange } from './exchange.ts';
import type { Request, RequestOf } from './requests.ts';

export interface ProgramOptions {
  /** What it sends and receives. */
  readonly messages: readonly AnyMessageType[];
  /** What it computes: those of {@link programTask}. */
  readonly tasks?: readonly Task<never, unknown>[] | undefined;
  /** How many milliseconds of this machine's time it may take to ask for its next effect; absent: a minute. */
  readonly patienceMs?: number | undefined;
}

/** What a program computes, with the operations that it has counted. */
export interface OwnComputation {
  readonly operations: number;
  readonly done: () => Promise<Computed<void>>;
}

const PATIENCE_MS = 60_000;
/** The longest time that a timer can have. */
const MOST_MS = 2 ** 31 - 1;

/** What makes programs repeatable: the order of Python's sets, and that of sums in libraries of linear algebra. */
const VARIABLES = {
  PYTHONHASHSEED: '0',
  OMP_NUM_THREADS: '1',
  OPENBLAS_NUM_THREADS: '1',
  MKL_NUM_THREADS: '1',
};

/** Declares a task that programs run themselves. They count its operations, which decide how long it takes. */
export function programTask(name: string): Task<OwnComputation, void> {
  return Object.freeze({
    name,
    operations: ({ operations }: OwnComputation) => operations,
    run: () => undefined,
    elsewhere: ({ done }: OwnComputation) => done(),
  });
}

/**
 * What a party does that is a program: every party of the role is a process of its own, and so is every life of it after a crash.
 * It is started in the folder of the module that declares it, and ended with the party or the run.
 * @param module the URL of that module: `import.meta.url`
 * @param command the program and its arguments, such as `['python3', 'client.py']`
 * @throws CahootsError for messages that programs cannot read; while it plays, for everything that the program does wrong
 */
export function program(
  module: string,
  command: readonly [string, ...string[]],
  { messages, tasks = [], patienceMs = PATIENCE_MS }: ProgramOptions,
): (self: Self, given: Given<unknown>) => Behaviour {
  const declared = new Declared(messages, tasks);
  if (!(patienceMs > 0 && patienceMs <= MOST_MS))
    throw new CahootsError('bad-input', `patienceMs: expected at most ${MOST_MS} ms, got ${patienceMs}`);
  return (self, given) => {
    const { name, index, saved } = self;
    const who = `${name} (${command.join(' ')})`;
    if (platform.openProgram === undefined) {
      const expected = 'a place where programs can be started, such as Node.js';
      throw new CahootsError('bad-input', `${who}: expected ${expected}, got ${platform.name}`);
    }
    // At once, so that all programs of a run start together.
    const running = platform.openProgram({
      name,
      command,
      folder: new URL('.', module),
      pythonPath: packageFile('python/'),
      variables: { ...VARIABLES, CAHOOTS_PARTY: name },
    });
    const exchange = new ProgramExchange(running, who, patienceMs);
    exchange.send({ name, role: roleOf(name), index, saved, given, messages: declared.fields });
    return new ProgramBehaviour(effectsOf(exchange, self, declared), exchange);
  };
}

/** Ends the program together with the effects, also before the first of them. */
class ProgramBehaviour implements Behaviour {
  readonly #effects: Behaviour;
  readonly #exchange: ProgramExchange;

  constructor(effects: Behaviour, exchange: ProgramExchange) {
    this.#effects = effects;
    this.#exchange = exchange;
  }

  next(result: unknown): IteratorResult<Yields, void> {
    return this.#effects.next(result);
  }

  return(): IteratorResult<Yields, void> {
    this.#exchange.end();
    return this.#effects.return();
  }

  throw(error: unknown): IteratorResult<Yields, void> {
    this.#exchange.end();
    return this.#effects.throw(error);
  }

  [Symbol.iterator](): this {
    return this;
  }
}

/** Yields what the program asks for, to its end. */
function* effectsOf(exchange: ProgramExchange, { random }: Self, declared: Declared): Behaviour {
  for (;;) {
    const asked = exchange.receive();
    if (asked.kind === 'stream') exchange.send({ result: random.streamKey(...asked.name) });
    else if (asked.kind === 'secret') exchange.send({ result: random.secretKey(...asked.name) });
    else if (asked.kind === 'abort') return yield* abort(asked.reason, asked.details);
    else if (asked.kind === 'wait') {
      const received = (yield waitOf(asked, exchange, declared)) as readonly Received[];
      exchange.send({ result: Array.from(received, shown) });
    } else {
      const effect = effectOf(asked, exchange, declared);
      const result = yield effect;
      if (ANSWERED.has(effect.kind)) exchange.send({ result });
    }
  }
}

/** Effects after which the program waits. */
const ANSWERED: ReadonlySet<Effect['kind']> = new Set(['sleep', 'clock', 'compute']);

function effectOf(asked: Request, exchange: ProgramExchange, declared: Declared): Effect {
  switch (asked.kind) {
    case 'send': {
      const type = declared.message(asked.type, exchange);
      return { kind: 'send', to: asked.to, type, body: declared.body(type, asked.body, exchange) };
    }
    case 'send-each': {
      const { to } = asked;
      const type = declared.message(asked.type, exchange);
      const bodies = asked.bodies.map((body) => declared.body(type, body, exchange));
      if (bodies.length !== to.length)
        throw exchange.wrong(`a body for each of ${to.length} parties`, `${bodies.length}`);
      return { kind: 'send-each', to, type, body: (place) => bodies[place] };
    }
    case 'compute': {
      const input: OwnComputation = {
        operations: asked.operations,
        done: async () => {
          const { measuredNs } = await exchange.receiveLater('computed');
          return { value: undefined, measuredNs };
        },
      };
      return { kind: 'compute', task: declared.task(asked.task, exchange), input };
    }
    case 'phase':
      return { kind: 'label', phase: asked.name };
    case 'round':
      return { kind: 'label', round: asked.number };
    case 'save':
    case 'finish':
    case 'sleep':
    case 'clock':
      return asked as Effect;
    default:
      throw exchange.wrong('a request for an effect', asked.kind);
  }
}

/** A wait that offers the program each message, if it wants to decide itself. */
function waitOf(
  { types, count, sender, timeoutNs, newest, accepts }: RequestOf<'wait'>,
  exchange: ProgramExchange,
  declared: Declared,
): Effect {
  const accept: Filter<unknown>['accept'] = (message) => {
    exchange.send({ offered: shown(message) });
    return exchange.expect(exchange.receive(), 'verdict').verdict;
  };
  return {
    kind: 'wait',
    types: types.map((name) => declared.message(name, exchange)),
    count,
    filter: defined({ from: sender, timeoutNs, newest, accept: accepts === true ? accept : undefined }),
  };
}

function shown({ from, type, body }: Received): object {
  return { sender: from, type: type.name, body };
}
