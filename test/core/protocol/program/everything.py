"""A role that uses every effect, as everything.ts does in TypeScript."""

import cahoots as c
import numpy as np

print('what a program prints is no message')


def a(self, given):
    yield c.phase('first')
    yield c.round(3)
    if self.saved is not None:
        yield c.sleep(5)
        return {'life': 2, **vars(self.saved)}
    yield c.send(['b-1', 'b-2'], 'mixed', number=2**40, yes=np.bool_(True), bytes=b'\x00\xff', words=[1, 2**32 - 1],
                 labels=c.labels(3, [0, 2, -1]), reals=[0.5, float('nan')])
    yield c.send_each(['b-1', 'b-2'], 'note', [{'value': 1}, {'value': np.int64(-7)}])
    nothing = yield c.receive('note', sender='b-1', timeout=1000)
    first = yield c.receive(['other', 'note'], accept=lambda told: told.body.value > 3 or 'too small')
    rest = yield c.collect('mixed', 2, sender=['b-1', 'b-2'], timeout=10**9, newest=True)
    yield c.sleep(500)
    now = yield c.clock()
    sums = yield c.compute('test/add', 1234, lambda x: x.sum(), np.arange(5))
    stream = self.stream('draws', 'one')
    drawn = [stream.uniform(), *(stream.integer(bound) for bound in (1, 2, 3, 10, 2**31, 2**32)), *stream.shuffle(list(range(9)))]
    try:
        yield from giving_up()
    except c.Abort as given_up:
        why = f'{given_up} {given_up.details["iterations"]}'
    yield c.save({
        'nothing': nothing, 'first': [first.sender, first.type, first.body.value],
        'from': [one.sender for one in rest], 'reals': rest[0].body.reals, 'now': now, 'sums': int(sums), 'drawn': drawn,
        'secret': self.secret_key('mine'), 'key': self.key('draws', 'two'), 'why': why, 'given': given.agreed,
        'matrix': np.array([[1.5, 2], [3, 4]]), 'set': {3, 1}, 'large': [2**70, -(2**64), 2**53], 'small': [-1, -33, 128, -200, 70000, -2**31],
        'text': 'ä' * 40, 'many': list(range(20)), 'none': None, 'flags': [True, False], 'bytes': bytes(300), 'me': [self.name, self.role, self.index],
    })  # fmt: skip
    yield c.send('b-1', 'note', value=99)
    yield c.receive('other', sender='b-1')


def giving_up():
    yield c.sleep(1)
    c.abort('too much', iterations=4)


c.play(a)
