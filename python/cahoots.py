"""Parties of Cahoots in Python: generators that yield effects, as in TypeScript. See docs/python.md.

Only the standard library and NumPy are used. Vectors are NumPy arrays; so are matrices, with one point per row.
"""

import os
import struct
import sys
import time
import traceback
import types

import numpy as np

NO_CLUSTER = 0xFFFF


class Abort(Exception):
    """Raised by abort: this party gives up, unless it catches this."""

    def __init__(self, reason, **details):
        super().__init__(reason)
        self.details = details


class Record(types.SimpleNamespace):
    """Named values: agreed.clusters is agreed['clusters']."""

    def __getitem__(self, name):
        return vars(self)[name]

    def __iter__(self):
        return iter(vars(self))

    def __contains__(self, name):
        return name in vars(self)


def _take_streams():
    """The standard streams as Cahoots uses them. What the program prints is for people and goes to standard error; nobody types."""
    streams = os.fdopen(os.dup(0), 'rb'), os.fdopen(os.dup(1), 'wb')
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdout = sys.stderr
    return streams


_streams = _take_streams() if 'CAHOOTS_PARTY' in os.environ else ()

# Effects: each does something only when it is yielded.


class Effect:
    """What a role yields. The value of the yield is the effect's result."""

    def __init__(self, request, wait=None):
        self.request = request
        self.wait = wait


def send(to, type, **body):
    """Sends a message to a party, or the same to a list of parties. Never waits."""
    return Effect({'kind': 'send', 'to': to, 'type': type, 'body': _body(type, body)})


def send_each(to, type, bodies):
    """Sends each of these parties a message of its own: one mapping of fields for each. Never waits."""
    return Effect({'kind': 'send-each', 'to': to, 'type': type, 'bodies': [_body(type, body) for body in bodies]})


def receive(type, sender=None, timeout=None, accept=None, newest=False):
    """Waits for a message of a type, or of one of several: its sender, type and body. None after a timeout, in virtual nanoseconds.

    accept is called with each message, and returns True or the reason for refusing it. Of several messages of a sender that have
    come, newest takes the last.
    """
    wait = _wait(type, 1, sender, timeout, accept, newest)
    return Effect(wait, lambda: next(iter(_received(accept)), None))


def collect(type, count, sender=None, timeout=None, accept=None, newest=False):
    """Waits for messages from different senders, in order of arrival: fewer after a timeout."""
    return Effect(_wait(type, count, sender, timeout, accept, newest), lambda: _received(accept))


def compute(task, operations, function, *arguments):
    """Computes function(*arguments), for as long as that many operations take on the party's device."""

    def run():
        _flush()
        start = time.perf_counter_ns()
        value = function(*arguments)
        _write({'kind': 'computed', 'measuredNs': time.perf_counter_ns() - start})
        _answer()
        return value

    return Effect({'kind': 'compute', 'task': task, 'operations': operations}, run)


def sleep(ns):
    """Does nothing for some virtual nanoseconds."""
    return Effect({'kind': 'sleep', 'ns': ns}, _answer_of('result'))


def clock():
    """The virtual nanoseconds since the run began."""
    return Effect({'kind': 'clock'}, _answer_of('result'))


def phase(name):
    """Announces the phase of the protocol that this party is in from now on."""
    return Effect({'kind': 'phase', 'name': name})


def round(number):
    """Announces the round that this party is in from now on."""
    return Effect({'kind': 'round', 'number': number})


def save(value):
    """Saves a value that survives a crash: self.saved in the next life."""
    return Effect({'kind': 'save', 'value': value})


def abort(reason, **details):
    """Gives up; details are blamed and missing, lists of parties, and iterations."""
    raise Abort(reason, **details)


# Values.


def labels(clusters, values):
    """Labels as messages have them: each below the number of clusters, or -1 for none."""
    values = np.asarray(values)
    return {'clusters': clusters, 'values': np.where(values < 0, NO_CLUSTER, values).astype('<u2')}


def clustered(labels, iterations, converged, history=None, **more):
    """What the reporting party returns: the cluster of every point, in order of the clients."""
    kept = {} if history is None else {'history': [np.asarray(one, '<u2') for one in history]}
    result = {'kind': 'clustered', 'labels': np.asarray(labels, '<u2'), **kept}
    return {**result, 'iterations': iterations, 'converged': converged, **more}


class Stream:
    """A stream of random numbers (xoroshiro128+): the same as in TypeScript."""

    def __init__(self, key):
        self._low, self._high = struct.unpack('<QQ', struct.pack('<4I', *_words(key)))

    def _next(self):
        low, high = self._low, self._high
        drawn = (low + high) & 0xFFFFFFFF
        high ^= low
        self._low = (_rotated(low, 24) ^ high ^ (high << 16)) & _64
        self._high = _rotated(high, 37)
        return drawn

    def uniform(self):
        """A double in [0, 1)."""
        return (self._next() & 0x3FFFFFF) * 2.0**-26 + (self._next() & 0x7FFFFFF) * 2.0**-53

    def integer(self, bound):
        """An integer in [0, bound), for bounds up to 2**32."""
        if not 0 < bound <= 2**32:
            raise ValueError(f'expected a bound up to 2**32, got {bound}')
        most = 2**32 // bound * bound if bound > 2 else 2**32
        drawn = self._next() ^ 0x80000000
        while drawn >= most:
            drawn = self._next() ^ 0x80000000
        return drawn % bound

    def shuffle(self, items):
        """Shuffles in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.integer(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


_64 = 2**64 - 1


def _rotated(word, bits):
    return ((word << bits) | (word >> (64 - bits))) & _64


def _words(key):
    a, b, c, d = struct.unpack('<4I', key[:16])
    return b, a, d, c


class Self:
    """A party's own view of itself."""

    def __init__(self, name, role, index, saved):
        self.name, self.role, self.index, self.saved = name, role, index, saved

    def stream(self, *name):
        """The random stream of this name."""
        return Stream(self.key(*name))

    def key(self, *name):
        """The 32 bytes that the stream of this name begins with: for numpy.random.default_rng(list(key))."""
        return _ask({'kind': 'stream', 'name': list(name)})

    def secret_key(self, *name):
        """32 bytes for everything that privacy rests on."""
        return _ask({'kind': 'secret', 'name': list(name)})


# A party's life.


def play(*roles):
    """Plays the role of this party, which is the function with its name; a single function plays any role."""
    global _messages
    if not _streams:
        sys.exit('expected to be started by Cahoots, as a party: see docs/python.md')
    begin = _read()
    _messages = {name: vars(fields) for name, fields in vars(begin.messages).items()}
    self = Self(begin.name, begin.role, begin.index, begin.saved)
    try:
        found = [role for role in roles if role.__name__ == self.role] or list(roles)
        if len(found) != 1:
            raise LookupError(f'expected a function named {self.role}')
        _play(found[0](self, begin.given))
    except Exception as error:
        _write({'kind': 'failed', 'error': _place(error)})
    _flush()


def _play(effects):
    if not hasattr(effects, 'send'):
        raise TypeError('expected a role that yields effects, got a function without yield')
    result = None
    while True:
        try:
            effect = effects.send(result)
        except StopIteration as end:
            return _write({'kind': 'finish', **({} if end.value is None else {'result': end.value})})
        except Abort as given_up:
            return _write({'kind': 'abort', 'reason': str(given_up), 'details': given_up.details})
        if not isinstance(effect, Effect):
            effects.throw(TypeError(f'expected an effect, got {effect!r} (a generator needs `yield from`)'))
        _write(effect.request)
        result = effect.wait and effect.wait()


def _place(error):
    """An exception, and the last line of the program's own code in it."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
    where = f', at {os.path.basename(frames[-1].filename)}:{frames[-1].lineno}' if frames else ''
    return f'{type(error).__name__}: {error}{where}'


def _wait(types, count, sender, timeout, accept, newest):
    kinds = [types] if isinstance(types, str) else list(types)
    for type in kinds:
        _fields(type)
    given = {'sender': sender, 'timeoutNs': timeout, 'newest': newest or None, 'accepts': True if accept else None}
    kept = {name: value for name, value in given.items() if value is not None}
    return {'kind': 'wait', 'types': kinds, 'count': count, **kept}


def _received(accept):
    answer = _answer()
    while 'offered' in answer:
        _write({'kind': 'verdict', 'verdict': accept(answer.offered)})
        answer = _answer()
    return answer.result


def _answer_of(name):
    return lambda: _answer()[name]


def _ask(request):
    _write(request)
    return _answer().result


def _answer():
    _flush()
    return _read()


# Fields, by the names of their kinds.


def _vector(dtype):
    def convert(value):
        value = np.asarray(value)
        if value.dtype == dtype:
            return value.ravel()
        converted = value.astype(dtype)
        if value.size and not np.array_equal(converted, value, equal_nan=value.dtype.kind == 'f'):
            raise ValueError(f'expected a vector of {converted.dtype}, got {value.dtype} that it cannot hold')
        return converted.ravel()

    return convert


def _integer(value):
    if int(value) != value:
        raise ValueError(f'expected an integer, got {value}')
    return int(value)


_CONVERT = {
    'integer': _integer,
    'flag': bool,
    'binary': bytes,
    'numbers': _vector('<u4'),
    'reals': _vector('<f8'),
    'labels': lambda value: labels(value['clusters'], value['values']),
    'packed': lambda value: value,
}

_messages = {}


def _fields(type):
    if type not in _messages:
        raise ValueError(f'expected a message of {" or ".join(_messages)}, got {type!r}')
    return _messages[type]


def _body(type, body):
    fields = _fields(type)
    if set(body) != set(fields):
        raise ValueError(f'expected the fields {", ".join(fields)} in a message {type}, got {", ".join(body) or "none"}')
    converts = {name: _CONVERT[kind] for name, kind in fields.items()}
    return {name: convert(body[name]) for name, convert in converts.items()}


# MessagePack, in frames that are each a binary with a length of 32 bits. Typed arrays and large integers are the extensions of
# the library on the other side (msgpackr).

_TYPED = ['i1', 'u1', 'u1', '<i2', '<u2', '<i4', '<u4', '<f4', '<f8', '<i8', '<u8']
_VECTORS, _LARGE, _SETS = 0x74, 0x42, 0x73


def _write(value):
    packed = bytearray()
    _pack(value, packed)
    _streams[1].write(struct.pack('>BI', 0xC6, len(packed)))
    _streams[1].write(packed)


def _flush():
    _streams[1].flush()


def _read():
    head = _streams[0].read(5)
    if len(head) < 5:
        os._exit(0)
    return _unpack(memoryview(_streams[0].read(struct.unpack('>I', head[1:])[0])), 0)[0]


def _pack(value, to):
    if value is None or value is True or value is False:
        to.append({None: 0xC0, False: 0xC2, True: 0xC3}[value])
    elif isinstance(value, str):
        text = value.encode()
        to += _head(len(text), 0xA0, 32, 0xD9) + text
    elif isinstance(value, (bytes, bytearray)):
        to += _head(len(value), None, 0, 0xC4) + value
    elif isinstance(value, (bool, np.bool_)):
        to.append(0xC3 if value else 0xC2)
    elif isinstance(value, (int, np.integer)):
        _pack_integer(int(value), to)
    elif isinstance(value, (float, np.floating)):
        to += struct.pack('>Bd', 0xCB, value)
    elif isinstance(value, np.ndarray):
        _pack_array(value, to)
    elif isinstance(value, Record):
        _pack(vars(value), to)
    elif isinstance(value, dict):
        to += _head(len(value), 0x80, 16, 0xDD)
        for key, one in value.items():
            _pack(key, to)
            _pack(one, to)
    elif isinstance(value, (list, tuple)):
        to += _head(len(value), 0x90, 16, 0xDB)
        for one in value:
            _pack(one, to)
    elif isinstance(value, (set, frozenset)):
        to += struct.pack('BBB', 0xD4, _SETS, 0)
        _pack(sorted(value), to)
    else:
        raise TypeError(f'expected numbers, texts, arrays, lists, mappings or sets, got {type(value).__name__}')


def _head(length, short, least, long):
    """A length: in the first byte if it is short, otherwise in one, two or four bytes (lists and mappings: two or four)."""
    if length < least:
        return bytes([short | length])
    if length < 2**8 and long not in (0xDB, 0xDD):
        return struct.pack('>BB', long, length)
    return struct.pack('>BH', long + 1, length) if length < 2**16 else struct.pack('>BI', long + 2, length)


def _pack_integer(value, to):
    if -32 <= value < 128:
        to += struct.pack('>B', value & 0xFF)
    elif -(2**31) <= value < 2**32:
        to += struct.pack('>BI', 0xCE, value) if value > 0 else struct.pack('>Bi', 0xD2, value)
    elif -(2**53) <= value <= 2**53:
        to += struct.pack('>Bd', 0xCB, value)
    else:
        data = value.to_bytes(value.bit_length() // 8 + 1, 'big', signed=True)
        to += struct.pack('>BIB', 0xC9, len(data), _LARGE) + data


def _pack_array(value, to):
    if value.ndim == 2:
        rows, columns = value.shape
        return _pack({'rows': rows, 'columns': columns, 'values': value.astype('<f8').ravel()}, to)
    code = value.dtype.newbyteorder('<').str.lstrip('|')
    if value.ndim != 1 or code not in _TYPED:
        raise TypeError(f'expected a vector or matrix of numbers, got {value.dtype} of shape {value.shape}')
    data = value.astype(code).tobytes()
    to += struct.pack('>BIBB', 0xC9, len(data) + 1, _VECTORS, _TYPED.index(code)) + data


_FIXED = {
    0xCA: '>f', 0xCB: '>d', 0xCC: '>B', 0xCD: '>H', 0xCE: '>I', 0xCF: '>Q', 0xD0: '>b', 0xD1: '>h', 0xD2: '>i', 0xD3: '>q',
}  # fmt: skip
_SIZED = {0xC4: '>B', 0xC5: '>H', 0xC6: '>I', 0xC7: '>B', 0xC8: '>H', 0xC9: '>I', 0xD9: '>B', 0xDA: '>H', 0xDB: '>I'}
_LISTED = {0xDC: '>H', 0xDD: '>I', 0xDE: '>H', 0xDF: '>I'}


def _unpack(data, at):
    byte, at = data[at], at + 1
    if byte < 0x80:
        return byte, at
    if byte >= 0xE0:
        return byte - 256, at
    if byte < 0x90:
        return _unpack_mapping(data, at, byte & 15)
    if byte < 0xA0:
        return _unpack_list(data, at, byte & 15)
    if byte < 0xC0:
        return str(data[at : at + (byte & 31)], 'utf8'), at + (byte & 31)
    if byte in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[byte], at
    if byte in _FIXED:
        (value,) = struct.unpack_from(_FIXED[byte], data, at)
        # Whole numbers of more than 32 bits come as doubles.
        whole = byte == 0xCB and 2**31 <= abs(value) <= 2**53 and value == value // 1
        return int(value) if whole else value, at + struct.calcsize(_FIXED[byte])
    if 0xD4 <= byte <= 0xD8:
        return _unpack_extension(data, at, 2 ** (byte - 0xD4))
    sizes = _SIZED if byte in _SIZED else _LISTED
    (length,) = struct.unpack_from(sizes[byte], data, at)
    at += struct.calcsize(sizes[byte])
    if byte in (0xDE, 0xDF):
        return _unpack_mapping(data, at, length)
    if byte in _LISTED:
        return _unpack_list(data, at, length)
    if byte in (0xC7, 0xC8, 0xC9):
        return _unpack_extension(data, at, length)
    piece = data[at : at + length]
    return str(piece, 'utf8') if byte >= 0xD9 else bytes(piece), at + length


def _unpack_list(data, at, length):
    values = []
    for _ in range(length):
        value, at = _unpack(data, at)
        values.append(value)
    return values, at


def _unpack_mapping(data, at, length):
    found = {}
    for _ in range(length):
        key, at = _unpack(data, at)
        found[key], at = _unpack(data, at)
    if set(found) == {'rows', 'columns', 'values'}:
        return found['values'].reshape(found['rows'], found['columns']), at
    return Record(**found), at


def _unpack_extension(data, at, length):
    kind, at = data[at], at + 1
    piece, at = data[at : at + length], at + length
    if kind == _VECTORS:
        return np.frombuffer(bytes(piece[1:]), _TYPED[piece[0]]).copy(), at
    if kind == _LARGE:
        return int.from_bytes(piece, 'big', signed=True), at
    if kind == _SETS:
        values, at = _unpack(data, at)
        return set(values), at
    return None, at
